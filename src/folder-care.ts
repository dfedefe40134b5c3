/** What commands do to a whole data folder. */
export { adoptCopy } from './adapters/sqlite/adopt-copy.js';
export { backUp, restoreBackUp } from './adapters/sqlite/back-up.js';
export type { LogCheck } from './adapters/sqlite/check-log.js';
export { giveBackRoom } from './adapters/sqlite/give-back-room.js';
export { logFile } from './adapters/sqlite/log-file.js';
