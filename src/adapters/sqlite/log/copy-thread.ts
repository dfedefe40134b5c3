/** Copies a log into an empty file, for `backUp`. An error ends the thread. */
import { workerData } from 'node:worker_threads';
import type { CopyData } from './back-up.js';
import { openLog } from '../files/log-file.js';

const BUSY_MS = 5_000;

const { folder, into } = workerData as CopyData;
const { connection } = openLog(folder, { busyMs: BUSY_MS });
try {
  connection.prepare('VACUUM INTO ?').run(into);
} finally {
  connection.close();
}
