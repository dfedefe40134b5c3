import { EnvReader } from '../../src/config/env-reader.js';
import { readSettings } from '../../src/config/read-config.js';

/** Notes what is read, and the default where there is one. */
class RecordingReader extends EnvReader {
  readonly defaults = new Map<string, string>();

  override optional(name: string): string | undefined {
    if (!this.defaults.has(name)) this.defaults.set(name, '');
    return super.optional(name);
  }

  override string(name: string, fallback: string): string {
    this.defaults.set(name, fallback);
    return super.string(name, fallback);
  }

  override integer(name: string, range: { default: number; min: number; max?: number }): number {
    this.defaults.set(name, String(range.default));
    return super.integer(name, range);
  }

  override oneOf<const T extends string, F extends T | undefined>(
    name: string,
    choices: readonly T[],
    fallback: F,
  ): T | F {
    this.defaults.set(name, fallback ?? '');
    return super.oneOf(name, choices, fallback);
  }
}

const CLUSTER = { OPENSEARCH_URL: 'http://search.test', S3_BUCKET: 'documents', REDIS_URL: 'redis://counters.test' };

/** Each reads other variables. The first one that reads a variable gives its default. */
const ENVIRONMENTS: readonly Record<string, string>[] = [
  {},
  CLUSTER,
  { ...CLUSTER, OPENSEARCH_AUTH: 'sigv4', AWS_REGION: 'eu-west-1' },
  { ...CLUSTER, OPENSEARCH_USERNAME: 'quire', OPENSEARCH_PASSWORD: 'secret' },
];

/** The default of every setting by name; empty: none. */
export function recordedDefaults(): Map<string, string> {
  const defaults = new Map<string, string>();
  for (const env of ENVIRONMENTS) {
    const reader = new RecordingReader(env);
    readSettings(reader);
    for (const [name, value] of reader.defaults) if (!defaults.has(name)) defaults.set(name, value);
  }
  // Stands in for AWS_REGION.
  defaults.delete('AWS_DEFAULT_REGION');
  return defaults;
}
