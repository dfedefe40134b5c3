/** The thread that reads large objects, one after the other: one of 10 MiB takes some milliseconds of disk and CPU. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { logFile, openLog } from '../files/log-file.js';
import { Reopening } from '../files/reopening.js';
import { ObjectReader } from './object-reader.js';
import { unavailable } from '../files/sqlite-errors.js';
import { failureOf, type Asked, type Reply, type ToThread } from '../writer/thread-calls.js';

/** Undefined: there is no such object. */
type Body = Uint8Array<ArrayBuffer> | undefined;

const BUSY_MS = 5_000;

const port = parentPort as MessagePort;
const folder = workerData as string;
const reader = new Reopening(() => new ObjectReader(openLog(folder, { busyMs: BUSY_MS })));

port.on('message', (message: ToThread<string>) => {
  if (message === 'close') {
    reader.close();
    port.close();
    return;
  }
  for (const asked of message) {
    const reply = read(asked);
    port.postMessage([reply], 'result' in reply && reply.result ? [reply.result.buffer] : []);
  }
});

function read({ id, asked: key }: Asked<string>): Reply<Body> {
  try {
    // The object may have been written since.
    reader.closeFixed();
    return { id, result: reader.get().read(key) as Body };
  } catch (error) {
    return { id, failure: failureOf(unavailable(error, logFile(folder))) };
  }
}
