import type { Config } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { ApiKeyRecords } from '../../log/api-key-records.js';
import { audit as auditChange, type AuditChange } from '../../observability/audit.js';
import { createLogger } from '../../observability/logger.js';
import { expectDataFolder, openObjectStore } from '../../server/backends.js';
import type { ProcessContext } from '../process/process-context.js';

/** Logs a change on standard error: standard output belongs to the command. */
export type Audit = (change: AuditChange) => void;

export type JsonOption = { json?: boolean };

export type Stores = { records: ApiKeyRecords; config: Config; audit: Audit };

/**
 * `existing`: the command reads or changes what is there. `new`: it may be the first in an empty folder. Raises
 * `OperatorError` for a folder of something else.
 */
type Use = 'existing' | 'new';

type Work = (stores: Stores) => Promise<void>;

export async function withRecords(io: ProcessContext, use: Use, work: Work): Promise<void> {
  const config = readConfig(io.env);
  const { storage } = config;
  if (storage.mode === 'embedded') expectDataFolder(storage.dataDir, { mayBeEmpty: use === 'new' });
  const store = await openObjectStore(storage);
  const logger = createLogger('info', { output: io.stderr });
  try {
    await work({ records: new ApiKeyRecords(store), config, audit: (change) => auditChange(logger, io.user, change) });
  } finally {
    await store.close();
  }
}
