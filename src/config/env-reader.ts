import { SETTINGS, type Settings } from './settings.js';

export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

type Name = keyof Settings;
type Value<N extends Name> = NonNullable<ReturnType<Settings[N]['parse']>>;

/** Collects faults instead of stopping at the first one. An empty variable counts as absent. */
export class EnvReader {
  readonly #env: Env;
  readonly #faults = new Set<string>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** As it was given. `AWS_DEFAULT_REGION` stands in for `AWS_REGION`. */
  given(name: Name | 'AWS_DEFAULT_REGION'): string | undefined {
    return this.#env[name] || undefined;
  }

  /** The value by `SETTINGS`, or the fallback where it is absent or wrong. */
  get<N extends Name>(name: N): Value<N> | Settings[N]['fallback'];
  get<N extends Name, F extends Value<N> | undefined>(name: N, fallback: F): Value<N> | F;
  get(name: Name, fallback: unknown = SETTINGS[name].fallback): unknown {
    const text = this.given(name);
    if (text === undefined) return fallback;
    const { parse, rule, isShown } = SETTINGS[name];
    const value = parse(text);
    if (value === undefined) this.fault(`${name} ${rule}${isShown ? `, not "${text}"` : ''}`);
    return value ?? fallback;
  }

  fault(text: string): void {
    this.#faults.add(text);
  }

  finish(): void {
    if (this.#faults.size > 0) throw new ConfigError([...this.#faults]);
  }
}
