import { interleave } from '../measure.js';
import { compareLegs } from '../report/row.js';
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
    const [key, reference] = [`hot document/${CLIENTS} clients/pushes`, 'one at a time'];
    return [compareLegs({ key, reference, own: many, against: one, cpu: ['service', 'service'] })];
  },
};
