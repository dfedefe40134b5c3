import type { Sample } from '../report/sample.js';

export type Looping = { clients: number; seconds: number };

/** So many at a time, each of which begins again when it has ended, for so long; CPU is that of this process. */
export async function closedLoop(
  { clients, seconds }: Looping, work: (n: number) => Promise<unknown>,
): Promise<Sample> {
  const cpu = process.cpuUsage();
  const endsAt = performance.now() + seconds * 1_000;
  let [sent, ended] = [0, 0];
  await Promise.all(Array.from({ length: clients }, async () => {
    while (performance.now() < endsAt) {
      await work(sent++);
      if (performance.now() <= endsAt) ended++;
    }
  }));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: ended / seconds, sent, kinds: {}, cpuMicros: { reference: (user + system) / sent } };
}
