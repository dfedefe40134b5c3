/**
 * To be loaded into a service with `node --import`. Writes a line `AT MS` to the file of `STRETCHES_FILE` for each
 * stretch that the main thread ran without a turn of its event loop: `MS` is CPU time from schedstat, so a busy machine
 * does not lengthen it. With `STRETCHES_CLOCK=wall` it is wall time, in which the thread may have waited for a disk.
 * Collections of garbage and compilation on that thread count. At SIGWINCH it collects all garbage that there is, and
 * then writes a line of 0 ms.
 */
import { openSync, readSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
/** Shorter ones are not written. */
const LEAST_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

if (isMainThread) watch(String(process.env['STRETCHES_FILE']));

function watch(file: string): void {
  const out = openSync(file, 'a');
  const schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  const isWall = process.env['STRETCHES_CLOCK'] === 'wall';
  const usedMs = () => {
    // The timer is due after each turn; what goes beyond its interval was a stretch.
    if (isWall) return performance.now();
    const length = readSync(schedstat, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / NANOSECONDS_PER_MS;
  };
  const report = (ms: number) => writeSync(out, `${performance.now().toFixed(0)} ${ms.toFixed(1)}\n`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let isCollected = false;
  process.on('SIGWINCH', () => {
    collect();
    isCollected = true;
  });
  let lastMs = usedMs();
  report(0);
  setInterval(() => {
    const nowMs = usedMs();
    if (nowMs - lastMs >= LEAST_MS) report(nowMs - lastMs);
    lastMs = nowMs;
    if (isCollected) report(0);
    isCollected = false;
  }, EVERY_MS).unref();
}
