export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

type IntegerRange = { default: number; min: number; max?: number };

/** Collects faults instead of stopping at the first one. An empty variable counts as absent. */
export class EnvReader {
  readonly #env: Env;
  readonly #faults: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  optional(name: string): string | undefined {
    return this.#env[name] || undefined;
  }

  string(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  integer(name: string, range: IntegerRange): number {
    const text = this.optional(name);
    if (text === undefined) return range.default;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    const { min, max = Number.MAX_SAFE_INTEGER } = range;
    if (value >= min && value <= max) return value;
    this.fault(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return range.default;
  }

  oneOf<const T extends string, F extends T | undefined>(name: string, choices: readonly T[], fallback: F): T | F {
    const text = this.optional(name);
    const choice = choices.find((each) => each === text);
    if (text !== undefined && choice === undefined) {
      this.fault(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
    }
    return choice ?? fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.optional(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      this.fault(`${name} must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`);
    }
    return text;
  }

  list(name: string): string[] {
    return this.string(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  finish(): void {
    if (this.#faults.length > 0) throw new ConfigError(this.#faults);
  }
}
