import type { LogLocation } from './config.js';
import { EnvReader, type Env } from './env-reader.js';
import { readPrefix, readS3Connection } from './read-storage.js';

const BUCKET_ADDRESS = /^s3:\/\/([^/]*)\/?(.*)$/s;
const BUCKET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/;

/** A text is a data folder or `s3://bucket/prefix`, reached by the service's S3 variables. Raises `ConfigError`. */
export function readPlaces<Name extends string>(
  variables: Env,
  texts: Record<Name, string>,
): Record<Name, LogLocation> {
  const env = new EnvReader(variables);
  const given = Object.entries<string>(texts);
  const connection = given.some(([, text]) => BUCKET_ADDRESS.test(text)) ? readS3Connection(env) : undefined;
  const places = given.map(([name, text]): [string, LogLocation] => {
    const [, bucket, prefix] = BUCKET_ADDRESS.exec(text) ?? [];
    if (!connection || bucket === undefined || prefix === undefined) return [name, readFolder(env, name, text)];
    if (!BUCKET_NAME.test(bucket))
      env.fault(`${name} must be a folder or s3://bucket/prefix: that is no bucket's name`);
    return [
      name,
      { mode: 'cluster', s3: { bucket, prefix: readPrefix(env, `${name}: the prefix`, prefix), ...connection } },
    ];
  });
  env.finish();
  return Object.fromEntries(places) as Record<Name, LogLocation>;
}

/** An address of another kind would be taken for a folder. */
function readFolder(env: EnvReader, name: string, text: string): LogLocation {
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) env.fault(`${name} must be a folder or s3://bucket/prefix`);
  return { mode: 'embedded', dataDir: text };
}
