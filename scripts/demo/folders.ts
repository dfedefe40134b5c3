import { createHash } from 'node:crypto';
import type { DemoApi } from './api.js';

const LONGEST_NAME = 255;
/** Where packages without a scope lie. */
const UNSCOPED = 'packages';

/**
 * A folder for each scope and in it one for each package, made when first asked for. Their Idempotency-Keys
 * come from their paths, so that every run finds the same folders again.
 */
export class Folders {
  readonly #api: DemoApi;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(api: DemoApi) {
    this.#api = api;
  }

  /** The number of folders made or found again so far. */
  get size(): number {
    return this.#ids.size;
  }

  async ofPackage(name: string): Promise<string> {
    const [scope, own] = name.startsWith('@') ? name.split(/\/(.*)/s) : [UNSCOPED, name];
    const parent = await this.#folder([folderName(scope ?? '')]);
    return this.#folder([folderName(scope ?? ''), folderName(own ?? name)], parent);
  }

  #folder(path: readonly string[], parent?: string): Promise<string> {
    const key = path.join('/');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#create(key, { name: path.at(-1), ...(parent !== undefined && { parent_id: parent }) });
    this.#ids.set(key, id);
    return id;
  }

  async #create(path: string, body: object): Promise<string> {
    const digest = createHash('sha256').update(path).digest('hex').slice(0, 32);
    const { body: folder } = await this.#api.json<{ id: string }>({
      method: 'POST',
      path: '/v1/folders',
      body: JSON.stringify(body),
      idempotencyKey: `demo-folder-${digest}`,
    });
    return folder.id;
  }
}

/** A name that the service takes: 1 to 255 characters, no `/`, no control character, not `.` or `..`. */
export function folderName(name: string): string {
  const clean = Array.from(name.replace(/[/\p{Cc}]/gu, '_'))
    .slice(0, LONGEST_NAME)
    .join('');
  return /^\.{0,2}$/.test(clean) ? `_${clean}` : clean;
}
