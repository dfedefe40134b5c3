import { compare } from '../report/row.js';
import type { Case } from './case.js';

/** Whether the driver is what limits the others. To be run last, as it looks back on all other cases. */
export const driver: Case = {
  name: 'driver',
  run: async ({ busiest }) => [
    compare({
      key: 'driver/all runs/share of a CPU',
      unit: '',
      reference: 'one CPU',
      better: 'neither',
      own: [busiest],
      against: [1],
    }),
  ],
};
