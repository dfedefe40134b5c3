import { createClient, type Client } from '../client/client.js';
import { AssetStore } from './frame/asset-store.js';
import { MinuteWindow } from './rate-window.js';

const KEY_NAME = 'quire.key';
const ROLES_NAME = 'quire.roles';
/** A person waits, and can try again. */
const RETRIES = { attempts: 2, totalMs: 8_000, attemptMs: 20_000 };
/** Nobody waits for each file of an upload. */
const PATIENT_RETRIES = { attempts: 10, totalMs: 600_000 };
/** Large bytes take their time. */
const ASSET_RETRIES = { ...RETRIES, attemptMs: 600_000 };

type Role = `${'documents' | 'folders'}:${'read' | 'write'}`;

/** Where the service is: a proxy may serve it below a path. */
function serviceUrl(): string {
  return location.origin + location.pathname.replace(/\/console\/?$/, '');
}

/**
 * What a signed-in tab has. The key is in the session storage of the tab, in the header of requests to the service that
 * the console came from, and in what `other-tabs.ts` tells new tabs. It is in no address, so in no log and no history.
 * Nothing of a document runs in the console's origin: `frame/sandboxed-frame.tsx` says why.
 */
export class Session {
  readonly client: Client;
  readonly patientClient: Client;
  readonly assetClient: Client;
  readonly window = new MinuteWindow();
  readonly assets = new AssetStore(this);
  readonly #onRefused: () => void;

  readonly #roles: readonly string[] | undefined;

  constructor({ key, roles }: KeptKey, onRefused: () => void) {
    this.#roles = roles;
    this.#onRefused = onRefused;
    const options = { url: serviceUrl(), apiKey: key, fetch: this.#fetch };
    this.client = createClient({ ...options, retries: RETRIES });
    this.patientClient = createClient({ ...options, retries: PATIENT_RETRIES });
    this.assetClient = createClient({ ...options, retries: ASSET_RETRIES });
  }

  /** Whether the key has the role, as far as the service tells that. */
  may(role: Role): boolean {
    return this.#roles?.includes(role) ?? true;
  }

  readonly #fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...init, cache: 'no-cache', credentials: 'omit' });
    this.window.read(response.headers);
    if (response.status === 401) this.#onRefused();
    return response;
  };
}

/** `roles`: undefined: of an older service, which does not tell them. */
export type KeptKey = { key: string; roles: readonly string[] | undefined };

export function keptKey(): KeptKey | undefined {
  const key = sessionStorage.getItem(KEY_NAME);
  const roles = sessionStorage.getItem(ROLES_NAME);
  return key === null ? undefined : { key, roles: roles === null ? undefined : (JSON.parse(roles) as string[]) };
}

export function keepKey({ key, roles }: KeptKey): void {
  sessionStorage.setItem(KEY_NAME, key);
  if (roles) sessionStorage.setItem(ROLES_NAME, JSON.stringify(roles));
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEY_NAME);
  sessionStorage.removeItem(ROLES_NAME);
}
