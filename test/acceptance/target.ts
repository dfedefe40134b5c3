export type KeyName = 'alice' | 'bob' | 'reader' | 'writer' | 'none' | 'free' | 'bounded' | 'limited' | 'pusher';

export type Keys = Partial<Record<KeyName, string>>;

/** The service under test, as the environment names it: `BASE` (a URL) and `KEYS` (JSON, a key per name). */
export interface AcceptanceTarget {
  readonly base: string;
  readonly keys: Keys;
}

function readTarget(): AcceptanceTarget | undefined {
  const base = process.env['BASE'];
  const keys = process.env['KEYS'];
  if (!base || !keys) return undefined;
  return { base: base.replace(/\/+$/, ''), keys: JSON.parse(keys) as Keys };
}

export const target = readTarget();

/** The URL without a trailing slash. Only for code that runs inside a suite. */
export function baseUrl(): string {
  if (!target) throw new Error('needs BASE and KEYS');
  return target.base;
}
