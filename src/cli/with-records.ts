import type { Config } from '../config/config.js';
import { readConfig } from '../config/read-config.js';
import { ApiKeyRecords } from '../log/api-key-records.js';
import { audit, type AuditChange } from '../observability/audit.js';
import { createLogger } from '../observability/logger.js';
import { openObjectStore } from '../backends.js';
import type { ProcessContext } from './process-context.js';

/** Logs a change on standard error: standard output belongs to the command. */
export type Tell = (change: AuditChange) => void;

export type JsonOption = { json?: boolean };

export type Stores = { records: ApiKeyRecords; config: Config; tell: Tell };

export async function withRecords(io: ProcessContext, work: (stores: Stores) => Promise<void>): Promise<void> {
  const config = readConfig(io.env);
  const store = await openObjectStore(config.storage);
  const logger = createLogger('info', { output: io.stderr });
  try {
    await work({ records: new ApiKeyRecords(store), config, tell: (change) => audit(logger, io.user, change) });
  } finally {
    await store.close();
  }
}
