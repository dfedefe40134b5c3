import type { Bench } from '../bench.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

const DOCUMENTS = 200;
const REFERENCES = { own: 'every sync on its own', none: 'no sync' } as const;
const SYNCED_SERVICE = new URL('../references/synced-service-main.js', import.meta.url);

/** Pushes in embedded mode, against the same service that syncs otherwise. */
export const embeddedPush: Case = {
  name: 'embedded-push',
  run: async (bench) => {
    const [quire, own, none] = await Promise.all([pushes(bench), pushes(bench, 'own'), pushes(bench, 'none')]);
    const samples = await interleave(bench, 'embedded pushes', { quire, own, none });
    return (['own', 'none'] as const).map((syncs) =>
      compare({
        key: `embedded push/${CLIENTS} clients/against ${REFERENCES[syncs]}`,
        unit: '/s',
        better: 'higher',
        reference: `the service with ${REFERENCES[syncs]}`,
        own: series(samples.quire, ({ perSecond }) => perSecond),
        against: series(samples[syncs], ({ perSecond }) => perSecond),
        ownCpu: series(samples.quire, cpuOf('service')),
        referenceCpu: series(samples[syncs], cpuOf('service')),
      }),
    );
  },
};

/** Over many documents, each service in a folder of its own. */
async function pushes(bench: Bench, syncs?: 'own' | 'none'): Promise<Leg> {
  const env = await bench.emptyFolder();
  const site = await (syncs === undefined
    ? WriteSite.open(bench, env)
    : WriteSite.open(bench, { ...env, SYNCS: syncs }, SYNCED_SERVICE));
  const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
  return runsOf(bench, plan, { clients: CLIENTS, watched: { service: site.service.pid } });
}
