/** What commands do to a whole data folder. */
export { adoptCopy, type CopyCheck } from './adapters/sqlite/adopt-copy.js';
export { backUp } from './adapters/sqlite/back-up.js';
export type { LogCheck } from './adapters/sqlite/check-log.js';
export { giveBackRoom } from './adapters/sqlite/give-back-room.js';
export { logFile } from './adapters/sqlite/log-file.js';
export { restoreBackUp } from './adapters/sqlite/restore-back-up.js';
