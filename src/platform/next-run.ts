import { Deadline } from './deadline.js';

/**
 * Callers share the next run to begin. None joins the run under way, which may have begun before its caller's own work.
 * The next run begins when that one ends, after `waitMs` at the latest.
 */
export function nextRun<T>(work: () => Promise<T>, waitMs?: number): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const run = work();
    running = run;
    return run;
  };
  return () => {
    next ??= (waitMs === undefined ? running : new Deadline(waitMs).within(running, 'in a run')).then(begin, begin);
    return next;
  };
}
