import { hashApiKey, newApiKey, type ApiKeyRecord } from '../../src/domain/api-key.js';
import { QuireError, UnavailableError } from '../../src/domain/errors.js';
import type { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { UnreadableObjectError } from '../../src/log/json-objects.js';
import { createAuthenticate } from '../../src/operations/auth/authenticate.js';
import { createKnownKeys } from '../../src/operations/auth/known-keys.js';

export const FREE = { name: 'free', perMinute: 1, perDay: 2, documentsPerMonth: 3, bytesPerDay: 4 };
export const PRO = { ...FREE, name: 'pro' };
export const RECORD: ApiKeyRecord = {
  id: 'key_1',
  owner: 'alice',
  roles: ['folders:read'],
  label: null,
  created: '',
  expires: null,
  retires: null,
  revoked: null,
};

export const REVOKED = { ...RECORD, revoked: '2020-01-01T00:00:00.000Z' };

/** A store of one key that can go away, and a clock that stands still unless it is set. */
export function oneKey() {
  const clock = { time: 1, now: () => clock.time };
  const store = {
    key: newApiKey(),
    clock,
    record: RECORD,
    mark: 'first',
    looks: 0,
    marks: 0,
    plan: undefined as string | undefined,
    suspended: [] as string[],
    suspensionLists: 0,
    isDown: false,
    whyDown: undefined as Error | undefined,
    isMarkTorn: false,
    silence: Promise.resolve(),
    asked: [] as string[],
    met: [] as string[],
    believing: [] as boolean[],
    isFull: false,
    onMark: (): void => undefined,
    onRead: (): void => undefined,
  };
  const answer = async <T>(find: () => T): Promise<T> => {
    await store.silence;
    if (store.isDown) throw new UnavailableError('down', { cause: store.whyDown });
    return find();
  };
  const records = {
    readMark: async () => {
      store.marks++;
      const mark = await answer(() => store.mark);
      if (store.isMarkTorn) throw new UnreadableObjectError('torn');
      store.onMark();
      return mark;
    },
    read: async (hash: string) => {
      store.looks++;
      const record = await answer(() => (hash === hashApiKey(store.key) ? store.record : undefined));
      store.onRead();
      return record;
    },
    readPlan: () => answer(() => store.plan),
    readSuspended: () => {
      store.suspensionLists++;
      return answer(() => new Set(store.suspended));
    },
  } as unknown as ApiKeyRecords;
  const known = createKnownKeys(records, {
    clock,
    onKeySeen: (hash) => store.met.push(hash),
    onStale: (isStale) => store.believing.push(isStale),
  });
  const plans = {
    plans: new Map([
      ['free', FREE],
      ['pro', PRO],
    ]),
    defaultPlan: FREE,
  };
  const check = createAuthenticate(known, plans);
  const authenticate = (key: string) =>
    check(key, async (hash) => {
      store.asked.push(hash);
      if (store.isFull) throw new QuireError('RATE_LIMITED');
    });
  return { store, known, authenticate };
}

/** The code of what was raised. */
export async function failure(checked: Promise<unknown>): Promise<string> {
  const error = await checked.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  return error instanceof QuireError ? error.code : String(error);
}
