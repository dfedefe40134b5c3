import { interleave } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';

/** Everybody pushes to one document. */
export const hotDocument: Case = {
  name: 'hot-document',
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const plan = site.pushPlan(await site.makeDocuments(1));
    const { many, one } = await interleave(bench, 'pushes to one document', {
      many: (seconds) => site.run(plan, { clients: CLIENTS, seconds }),
      one: (seconds) => site.run(plan, { clients: 1, seconds }),
    });
    return [
      compare({
        key: `hot document/${CLIENTS} clients/pushes`,
        unit: '/s',
        reference: 'one at a time',
        better: 'higher',
        own: series(many, ({ perSecond }) => perSecond),
        against: series(one, ({ perSecond }) => perSecond),
        ownCpu: series(many, cpuOf('service')),
        referenceCpu: series(one, cpuOf('service')),
      }),
    ];
  },
};
