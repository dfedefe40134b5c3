import { fewestAnswers } from '../driver/closed-loop.js';
import type { Sample } from '../report/sample.js';

export type Looping = { clients: number; seconds: number };

/** Runs `clients` at a time. Each begins again when it has ended, until the time is over. CPU is of this process. */
export async function closedLoop(
  { clients, seconds }: Looping,
  work: (n: number) => Promise<unknown>,
): Promise<Sample> {
  const cpu = process.cpuUsage();
  const begunAt = performance.now();
  let [sent, ended, endedAt] = [0, 0, begunAt];
  const isOpen = (now: number) => now <= begunAt + seconds * 1_000 || ended < fewestAnswers(clients);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (isOpen(performance.now())) {
        await work(sent++);
        const now = performance.now();
        if (!isOpen(now)) break;
        ended++;
        endedAt = now;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: ended / Math.max(seconds, (endedAt - begunAt) / 1_000),
    sent,
    kinds: {},
    cpuMicros: { reference: (user + system) / sent },
  };
}
