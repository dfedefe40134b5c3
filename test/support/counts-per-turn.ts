import { setImmediate as nextTurn } from 'node:timers/promises';

/** By how much `count` rose in each turn of the event loop until `work` had ended. Raises what `work` raises. */
export async function countsPerTurn(work: Promise<unknown>, count: () => number): Promise<number[]> {
  let isEnded = false;
  const end = () => (isEnded = true);
  work.then(end, end);
  const perTurn: number[] = [];
  while (!isEnded) {
    const before = count();
    await nextTurn();
    perTurn.push(count() - before);
  }
  await work;
  return perTurn;
}
