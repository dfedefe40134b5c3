import type { Change, Step } from './system-calls.js';

/** How often the write-ahead log was written from its beginning again, as after a checkpoint. */
export function restartsOf(path: string, steps: readonly Step[]): number {
  let restarts = 0;
  let isWritten = false;
  const handles = handlesOf(path, steps);
  for (const { change, isEnd } of steps) {
    if (isEnd) continue;
    if (change.kind === 'unlink' && change.path === path) isWritten = false;
    if (change.kind !== 'write' || !handles.has(change.handle)) continue;
    if (change.at === 0 && isWritten) restarts++;
    isWritten ||= change.at > 0;
  }
  return restarts;
}

/**
 * The same without the syncs of commits, as with synchronous=NORMAL. Those of a header and those before a checkpoint
 * stay: they come when all frames have been synced.
 */
export function withoutCommits(steps: readonly Step[]): Step[] {
  const commits = new Set<Change>();
  const written = new Set<number>();
  const handles = handlesOf('-wal', steps);
  for (const { change, isEnd } of steps) {
    if (isEnd || !('handle' in change) || !handles.has(change.handle)) continue;
    if (change.kind === 'write' && change.at > 0) written.add(change.handle);
    if (change.kind === 'sync' && written.delete(change.handle)) commits.add(change);
  }
  return steps.filter(({ change }) => !commits.has(change));
}

/** Of files whose path ends so. */
function handlesOf(end: string, steps: readonly Step[]): ReadonlySet<number> {
  return new Set(
    steps.flatMap(({ change }) => (change.kind === 'open' && change.path.endsWith(end) ? [change.handle] : [])),
  );
}
