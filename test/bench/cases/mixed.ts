import type { Bench, LoadedCorpus } from '../bench.js';
import { Traffic } from '../corpus/traffic.js';
import { trafficPlan } from '../corpus/traffic-plan.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import { ofKind, type Sample } from '../report/sample.js';
import type { BenchService } from '../support/service.js';
import { CLIENTS, type Case } from './case.js';
import { middleSize } from './zipf.js';

const STEPS = 10_000;
/** Of the time elsewhere: of two new services the slower would have served less when it is measured. */
const WARM_UP_TIMES = 2;
const SHARES = [
  ['90 to 10', 0.1],
  ['50 to 50', 0.5],
] as const;
const STALE_SERVICE = new URL('../references/stale-service-main.js', import.meta.url);

/**
 * Searches and pushes side by side, against a service that takes no care of freshness. Each is one process, because
 * the other one is too. Hardly any query comes twice: a page that may be kept for ever would be no cost of freshness.
 */
export const mixed: Case = {
  name: 'mixed',
  run: async (bench) => {
    const corpus = await bench.corpus(middleSize(bench));
    const env = { ...corpus.env, WORKERS: '1' };
    const [fresh, stale] = await Promise.all([bench.serve(env), bench.serve(env, STALE_SERVICE)]);
    const rows: Row[] = [];
    const warmUpSeconds = WARM_UP_TIMES * bench.pace.warmUpSeconds;
    for (const [name, writeShare] of SHARES) {
      const legs = legsOf(bench, corpus, { name, writeShare, fresh, stale });
      rows.push(...rowsOf(name, await interleave(bench, `searches and pushes ${name}`, legs, { warmUpSeconds })));
    }
    await Promise.all([fresh.stop(), stale.stop()]);
    return rows;
  },
};

type Mix = { name: string; writeShare: number; fresh: BenchService; stale: BenchService };

function legsOf(bench: Bench, corpus: LoadedCorpus, mix: Mix): { fresh: Leg; stale: Leg } {
  const { name, writeShare, fresh, stale } = mix;
  const random = bench.random(`mixed ${name}`);
  const { words } = corpus.corpus;
  const steps = new Traffic(corpus.facts, { steps: STEPS, writeShare, queries: 'different', words, random }).steps();
  const legOf = (service: BenchService): Leg => {
    const plan = trafficPlan(steps, corpus, { service: service.url, searches: 'service', random });
    return runsOf(bench, plan, { clients: CLIENTS, watched: { service: service.pid } });
  };
  return { fresh: legOf(fresh), stale: legOf(stale) };
}

function rowsOf(name: string, { fresh, stale }: { fresh: Sample[]; stale: Sample[] }): Row[] {
  const legs = { own: fresh, against: stale, cpu: ['service', 'service'] } as const;
  const reference = 'the service without freshness';
  const p99 = { unit: 'ms', better: 'lower' } as const;
  return [
    compareLegs({ ...legs, reference, key: `mixed/${name}/throughput` }),
    compareLegs({ ...legs, reference, key: `mixed/${name}/p99 of searches` }, ofKind('search', 'p99'), p99),
  ];
}
