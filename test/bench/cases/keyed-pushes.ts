import { interleave } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

const DOCUMENTS = 1_000;
/** More than all rounds together send: a key that comes again is answered with what it has made already. */
const PUSHES = 40_000;

/** Pushes to a thousand documents, each under an Idempotency-Key of its own, against the same without. */
export const keyedPushes: Case = {
  name: 'keyed-pushes',
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const ids = await site.makeDocuments(DOCUMENTS);
    const [keyedPlan, plainPlan] = [site.pushPlan(ids, PUSHES, (n) => `key-${n}`), site.pushPlan(ids)];
    let first = 0;
    const { keyed, plain } = await interleave(bench, 'pushes with and without a key', {
      keyed: async (seconds) => {
        const sample = await site.run(keyedPlan, { clients: CLIENTS, seconds, first, most: PUSHES - first });
        first += sample.sent;
        return sample;
      },
      plain: (seconds) => site.run(plainPlan, { clients: CLIENTS, seconds }),
    });
    return [
      compare({
        key: `keyed pushes/${CLIENTS} clients/pushes`,
        unit: '/s',
        reference: 'without a key',
        better: 'higher',
        own: series(keyed, ({ perSecond }) => perSecond),
        against: series(plain, ({ perSecond }) => perSecond),
        ownCpu: series(keyed, cpuOf('service')),
        referenceCpu: series(plain, cpuOf('service')),
      }),
    ];
  },
};
