import { quotaBounds, readUsed } from '../support/load/audit-quota.js';
import type { WorkerContext } from '../support/load/worker-context.js';

/** A write deadline, after which a count is made once more, twice, and what a busy machine adds. */
const SETTLED_MS = 75_000;
const ASK_EVERY_MS = 500;

/**
 * When nobody writes any more: the month's count of every owner becomes, at every process, the number of the documents
 * that are there, and is at no time below those whose creates were acknowledged.
 */
export async function checkFinalQuotas(workers: readonly WorkerContext[], urls: readonly string[]): Promise<void> {
  const giveUpAt = performance.now() + SETTLED_MS;
  await Promise.all(workers.flatMap((worker) => urls.map((url) => checkAt(worker, url, giveUpAt))));
}

async function checkAt(worker: WorkerContext, url: string, giveUpAt: number): Promise<void> {
  const { world } = worker;
  const { certain, there, most } = quotaBounds(world);
  for (;;) {
    const used = await readUsed(worker, (call) => worker.caller.insist(call, { url, forMs: SETTLED_MS }));
    // Around the turn of a month nobody knows which month an unanswered create belongs to.
    if (used === undefined) return;
    if (!(used >= certain)) return world.blame(`in the end ${used} documents are counted, ${certain} were made`);
    if (used === there) return;
    if (performance.now() > giveUpAt) {
      if (used < there || used > most) {
        world.blame(`in the end ${used} documents are counted for ${SETTLED_MS} ms, ${there} to ${most} are there`);
      }
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_EVERY_MS);
    });
  }
}
