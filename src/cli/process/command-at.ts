import { dirname, resolve } from 'node:path';
import type { Env } from '../../config/env-reader.js';
import { CLUSTER_VARIABLES, isEmbedded } from '../../config/read-storage.js';
import { DEFAULT_DATA_DIR } from '../../config/settings.js';

/**
 * How a shell runs this installation's `quire` on the embedded folder of `env`, with the settings that differ from the
 * defaults before it. In cluster mode without settings: some of them are secret.
 */
export function commandAt(env: Env): string {
  return [...(isEmbedded(env) ? folderSettings(env) : []), programOf(env)].join(' ');
}

/** The same for another embedded folder. */
export function commandAtFolder(env: Env, dataDir: string): string {
  return commandAt({ ...env, MODE: 'embedded', DATA_DIR: dataDir });
}

/** Puts the command that reaches the place in for `quire` in a message such as "run `quire reindex`". */
export function withPlace(text: string, command: string): string {
  return text.replaceAll(PLACED, () => `\`${command} `);
}

/** The commands that read the settings of a place. */
const PLACED = /`quire (?=(?:keys|owners|reindex|doctor|gc)\b)/g;

function folderSettings(env: Env): string[] {
  // With one of them another shell would choose cluster mode.
  const mode = CLUSTER_VARIABLES.some((name) => env[name]) ? ['MODE=embedded'] : [];
  const path = resolve(env['DATA_DIR'] || DEFAULT_DATA_DIR);
  return path === resolve(DEFAULT_DATA_DIR) ? mode : [...mode, `DATA_DIR=${quoted(path)}`];
}

function programOf(env: Env): string {
  if (env['npm_lifecycle_event'] === undefined) return 'quire';
  const { npm_package_json: manifest, INIT_CWD: here } = env;
  const isElsewhere = manifest !== undefined && here !== undefined && dirname(manifest) !== here;
  return isElsewhere ? `npm --prefix ${quoted(dirname(manifest))} run quire --` : 'npm run quire --';
}

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
