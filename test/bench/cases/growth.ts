import type { Bench } from '../bench.js';
import { SHAPES } from '../corpus/queries.js';
import { compare, type Row } from '../report/row.js';
import { ofKind } from '../report/sample.js';
import type { Case } from './case.js';
import { measureOneClient, together } from './search.js';

/** How much longer one client waits in a large corpus than in the smallest, and how much longer OpenSearch takes. */
export const growth: Case = {
  name: 'growth',
  run: async (bench) => {
    const [smallest, ...larger] = bench.pace.sizes;
    const rows: Row[] = [];
    for (const size of larger) rows.push(await growthRow(bench, smallest as number, size));
    return rows;
  },
};

async function growthRow(bench: Bench, from: number, to: number): Promise<Row> {
  const [before, after] = [await measureOneClient(bench, from), await measureOneClient(bench, to)];
  const p50 = ofKind('search', 'p50');
  const grown = (leg: 'quire' | 'raw') => {
    const base = together(before, SHAPES, leg, p50);
    return together(after, SHAPES, leg, p50).map((milliseconds, round) => milliseconds / (base[round] as number));
  };
  return compare({
    key: `growth/${from} to ${to}/p50 of one client`,
    unit: 'times',
    reference: 'OpenSearch, the same queries',
    better: 'lower',
    own: grown('quire'),
    against: grown('raw'),
  });
}
