/** A thread of `RenderPool`: a job a message, and its result. */
import os from 'node:os';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { runJob, type RenderJob } from './render-jobs.js';

/** Requests come first. Only on Linux is the priority that of this thread alone. */
const NICE = 10;

const port = parentPort as MessagePort;
if (os.platform() === 'linux') {
  try {
    os.setPriority(NICE);
  } catch {
    // A filter of system calls may forbid it.
  }
}
port.on('message', (job: RenderJob) => {
  const rendered = runJob(job);
  const { buffer, byteLength } = rendered.bytes;
  // A small buffer may be a piece of a common one.
  port.postMessage(rendered, buffer.byteLength === byteLength ? [buffer] : []);
});
