/** What commands do to a whole data folder. */
export { adoptCopy, type CopyCheck } from '../adapters/sqlite/log/adopt-copy.js';
export { backUp } from '../adapters/sqlite/log/back-up.js';
export type { LogCheck } from '../adapters/sqlite/log/check-log.js';
export { giveBackRoom } from '../adapters/sqlite/log/give-back-room.js';
export { logFile } from '../adapters/sqlite/files/log-file.js';
export { restoreBackUp } from '../adapters/sqlite/log/restore-back-up.js';
