import process from 'node:process';
import type { backup, DatabaseSync, StatementSync } from 'node:sqlite';
import { OperatorError } from '../../../domain/errors.js';

export type Connection = DatabaseSync;
export type Statement = StatementSync;

/** Before it two processes on one file could lose a commit: https://sqlite.org/wal.html#walresetbug */
const OLDEST = [3, 51, 3];

type Library = { DatabaseSync: typeof DatabaseSync; Database?: typeof DatabaseSync; backup: typeof backup };

/** Node's own SQLite. Raises an `OperatorError` that says what to upgrade. */
export function sqliteLibrary(): typeof DatabaseSync {
  loaded ??= load();
  return loaded;
}

let loaded: typeof DatabaseSync | undefined;

/** Node's own copying of a database into a file. */
export const copyPages: typeof backup = (...given) =>
  (process.getBuiltinModule('node:sqlite') as Library).backup(...given);

function load(): typeof DatabaseSync {
  const library = withoutWarning(() => process.getBuiltinModule('node:sqlite')) as Library | undefined;
  // Node is about to rename the class.
  const Database = library?.Database ?? library?.DatabaseSync;
  if (!Database) throw new OperatorError(`Node ${process.versions.node} has no SQLite: upgrade it to 22.22.3 or 24.15`);
  const fault = faultOf(new Database(':memory:'));
  if (fault === undefined) return Database;
  // Some distributions build Node with the library of the system.
  const isOfTheSystem = Boolean((process.config.variables as Record<string, unknown>)['node_shared_sqlite']);
  throw new OperatorError(`${fault}: upgrade ${isOfTheSystem ? 'the SQLite library of the system' : 'Node'}`);
}

function faultOf(memory: Connection): string | undefined {
  const { version, hasSearch } = memory
    .prepare(`SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS hasSearch`)
    .get() as { version: string; hasSearch: number };
  memory.close();
  if (isOlder(version)) return `SQLite ${version} is older than ${OLDEST.join('.')}`;
  return hasSearch ? undefined : `SQLite ${version} is built without FTS5`;
}

export function isOlder(version: string): boolean {
  const numbers = version.split('.').map(Number);
  const at = OLDEST.findIndex((number, i) => numbers[i] !== number);
  return at >= 0 && (numbers[at] ?? 0) < (OLDEST[at] as number);
}

/** Node 22 says at the first use that its SQLite is experimental. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
