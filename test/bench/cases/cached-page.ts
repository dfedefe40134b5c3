import { SearchSite } from '../corpus/search-site.js';
import { interleave } from '../measure.js';
import { compare, series } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { CLIENTS, type Case } from './case.js';

/** One query again and again. */
export const cachedPage: Case = {
  name: 'cached-page',
  run: async (bench) => {
    const size = bench.pace.sizes[0] as number;
    const site = await SearchSite.open(bench, size);
    const { quire, raw } = await interleave(
      bench,
      'one query again and again',
      site.repeatedLegs('one letter', CLIENTS),
    );
    await site.close();
    return [
      compare({
        key: `cached page/${size}/throughput`,
        unit: '/s',
        reference: 'OpenSearch, the same query',
        better: 'higher',
        own: series(quire, ({ perSecond }) => perSecond),
        against: series(raw, ({ perSecond }) => perSecond),
        ownCpu: series(quire, cpuOf('service')),
        referenceCpu: series(raw, cpuOf('opensearch')),
      }),
    ];
  },
};
