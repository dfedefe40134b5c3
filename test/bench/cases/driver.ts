import { planOfGets } from '../driver/plan-builder.js';
import type { Bench } from '../bench.js';
import { interleave } from '../measure.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { CLIENTS, type Case } from './case.js';

const BODY_BYTES = 1_000;

/**
 * Whether the driver is what limits the others: a bare server that answers a constant is the fastest thing that it
 * can meet. To be run last, as it looks back on all other cases.
 */
export const driver: Case = {
  name: 'driver',
  run: async (bench) => {
    const { fastest } = bench.extremes;
    const server = bench.child(new URL('../references/bare-node-main.js', import.meta.url));
    const { url } = await server.ask<{ url: string }>({ body: 'x'.repeat(BODY_BYTES) });
    const plan = planOfGets(url, ['/']);
    const { bare } = await interleave(bench, 'the driver itself', {
      bare: (seconds) => bench.driver.run(plan, { clients: CLIENTS, seconds }, { server: server.pid }),
    });
    await server.stop();
    const [own, cpu, serverCpu] = [
      series(bare, ({ perSecond }) => perSecond),
      series(bare, cpuOf('driver')),
      series(bare, cpuOf('server')),
    ];
    return [
      compare({
        key: 'driver/bare Node/CPU',
        unit: 'µs',
        reference: 'CPU of the bare server',
        better: 'neither',
        own: cpu,
        against: serverCpu,
      }),
      ...(fastest === 0
        ? []
        : [
            compare({
              key: 'driver/bare Node/fastest run of all',
              unit: '/s',
              reference: 'fastest other run',
              better: 'neither',
              own,
              against: own.map(() => fastest),
              ownCpu: cpu,
              referenceCpu: serverCpu,
            }),
          ]),
      busiestRow(bench),
    ];
  },
};

function busiestRow({ extremes: { busiest } }: Bench): Row {
  return compare({
    key: 'driver/all runs/share of a CPU',
    unit: '',
    reference: 'one CPU',
    better: 'neither',
    own: [busiest],
    against: [1],
  });
}
