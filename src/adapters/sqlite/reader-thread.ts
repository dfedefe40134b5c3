/** The thread of `LargeObjectReader`. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { DamagedObjectError } from '../../domain/errors.js';
import type { AskedObject, ReaderData, ReadReply } from './large-object-reader.js';
import { logFile, openLog, type LogFile } from './log-file.js';
import { ObjectReader } from './object-reader.js';
import { unavailable } from './sqlite-errors.js';

const BUSY_MS = 5_000;

const port = parentPort as MessagePort;
const { folder } = workerData as ReaderData;
let opened: { log: LogFile; reader: ObjectReader } | undefined;

port.on('message', (asked: AskedObject | 'close') => {
  if (asked === 'close') {
    opened?.log.connection.close();
    port.close();
    return;
  }
  const reply = read(asked);
  port.postMessage(reply, 'body' in reply && reply.body ? [reply.body.buffer as ArrayBuffer] : []);
});

function read({ id, key }: AskedObject): ReadReply {
  try {
    return { id, body: openedLog().reader.read(key) };
  } catch (error) {
    const { message } = unavailable(error, logFile(folder));
    return { id, isDamaged: error instanceof DamagedObjectError, message };
  }
}

/** A file that is only read as it was is opened each time: the disk may take writes by now. */
function openedLog(): { log: LogFile; reader: ObjectReader } {
  if (opened && !opened.log.isFixed) return opened;
  opened?.log.connection.close();
  opened = undefined;
  const log = openLog(folder, { busyMs: BUSY_MS });
  opened = { log, reader: new ObjectReader(log.connection, log.path) };
  return opened;
}
