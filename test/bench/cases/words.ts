import type { Bench, Mode } from '../bench.js';
import type { Row } from '../report/row.js';
import { WordSite } from '../support/word-site.js';
import type { Case } from './case.js';
import { bystander, titles } from './word-others.js';
import { clusterPages, embeddedPages } from './word-pages.js';
import { pushes } from './word-pushes.js';

/** Unless sizes are given: to load a million documents in both modes takes hours. */
const DOCUMENTS = [10_000];

/** Searches by words beside the bare index of each mode, and what words cost those who do not look for any. */
export const words: Case = {
  name: 'words',
  isAside: true,
  run: async (bench) => {
    const rows: Row[] = [];
    for (const mode of ['embedded', 'cluster'] as const) {
      for (const size of bench.options.sizes ?? DOCUMENTS) rows.push(...(await searches(bench, mode, size)));
      rows.push(...(await pushes(bench, mode)));
    }
    return rows;
  },
};

async function searches(bench: Bench, mode: Mode, size: number): Promise<Row[]> {
  const open = (fullText: 'on' | 'off') => WordSite.open(bench, { mode, size, fullText });
  const site = await open('on');
  const pages = await (mode === 'embedded' ? embeddedPages(bench, site) : clusterPages(bench, site));
  const beside = await bystander(bench, mode, site);
  await site.service.stop();
  // Both are new: one that has served for minutes has compiled more.
  const [on, off] = [await open('on'), await open('off')];
  const byTitle = await titles(bench, mode, { on, off });
  await Promise.all([on.service.stop(), off.service.stop()]);
  return [...pages, ...beside, ...byTitle];
}
