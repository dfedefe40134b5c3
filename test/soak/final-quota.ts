import { monthOf } from '../../src/domain/month.js';
import type { DocumentRecord } from '../support/oracle/document-record.js';
import type { World } from '../support/oracle/world.js';
import { DOCUMENTS, type WorkerContext } from '../support/load/worker-context.js';
import type { Reader } from '../support/load/reads.js';

/** A create that cannot be: its answer says what is counted, and counts nothing. */
const INVALID = { method: 'POST', path: DOCUMENTS, body: {} } as const;
/** A write deadline, after which a count is made once more, twice, and what a busy machine adds. */
const SETTLED_MS = 75_000;
const ASK_EVERY_MS = 500;

/**
 * When nobody writes any more: the month's count of every owner becomes, at every process, the number of the documents
 * that are there. Before a write deadline is over it may be off by the creates that were under way at a loss.
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
    if (used === undefined || used === there) return;
    if (performance.now() > giveUpAt) {
      if (used < there || used > most) {
        world.blame(
          `in the end ${used} documents are counted, ${there} to ${most} are there, of which ${certain} were answered for`,
        );
      }
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_EVERY_MS);
    });
  }
}

/** What a process counts; undefined: no answer, or the month has turned. */
async function readUsed({ world, caller }: WorkerContext, read: Reader): Promise<number | undefined> {
  const monthBefore = monthOf(new Date().toISOString());
  const answer = await read(INVALID);
  if (!answer) return undefined;
  world.checked++;
  if (answer.status !== 400) caller.unexpected(INVALID, answer);
  const made = world.known.flatMap(({ sights }) => sights.get(1)?.createdAt ?? []);
  const months = new Set([monthBefore, monthOf(new Date().toISOString()), ...made.map(monthOf)]);
  return months.size > 1 ? undefined : Number(answer.headers['x-quota-used']);
}

/** `certain`: acknowledged; `there`: and seen by anybody; `most`: and asked for, without anything known of it. */
function quotaBounds(world: World): { certain: number; there: number; most: number } {
  const lives = world.byKey.flatMap((record) => [...record.lives.values()]);
  const there = world.known.length + lives.length;
  const seen = new Set(lives.flatMap(({ words }) => [...words.values()]));
  const puts = world.byKey.flatMap((record) => [...record.puts.keys()]).filter((word) => !seen.has(word));
  const unknown = world.documents.filter(({ id, writes }) => id === undefined && writes[0]?.outcome === 'open').length;
  return { certain: world.known.filter(isAnswered).length, there, most: there + unknown + puts.length };
}

function isAnswered({ writes }: DocumentRecord): boolean {
  return writes.some(({ kind, outcome }) => kind === 'create' && outcome === 'acknowledged');
}
