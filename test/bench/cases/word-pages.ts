import type { Bench } from '../bench.js';
import type { Query } from '../corpus/queries.js';
import { WORD_KINDS, wordQueries, type WordKind } from '../corpus/word-queries.js';
import { interleave, runsOf, uncached, type Leg } from '../measure.js';
import type { BareSearching } from '../references/fts5-main.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import type { ChildModule } from '../support/child-module.js';
import { OWNER, titleQueries, type WordSite } from '../support/word-site.js';
import { CLIENTS } from './case.js';

const MOST_QUERIES = 5_000;
/** Of those that the reference is told again for each run. */
const BARE_QUERIES = 200;
const REFERENCES = { newest: 'FTS5, newest first', scored: 'FTS5, by bm25', title: 'a search by title' } as const;

/** The rate of searches by words, against OpenSearch that is asked the same. */
export async function clusterPages(bench: Bench, site: WordSite): Promise<Row[]> {
  const { watched } = site;
  const { size } = site.corpus.corpus;
  const rows: Row[] = [];
  for (const kind of WORD_KINDS) {
    const queries = queriesOf(bench, site, kind);
    const pages = { clients: CLIENTS, watched };
    const legs = {
      plain: uncached(bench, site.plan(queries), pages),
      shown: uncached(bench, site.plan(withSnippets(queries)), pages),
      raw: runsOf(bench, await site.rawPlan(queries), pages),
    };
    const { plain, shown, raw } = await interleave(bench, `${kind}, ${size} documents`, legs, {
      isWarm: kind !== WORD_KINDS[0],
    });
    const row = (measure: string, own: Sample[]) =>
      compareLegs({
        key: `words/cluster ${size}, ${kind}/${measure}`,
        reference: 'OpenSearch, the same query',
        ...{ own, against: raw, cpu: ['service', 'opensearch'] },
      });
    rows.push(row('searches', plain), row('searches with a snippet', shown));
    await bench.driver.forget();
  }
  return rows;
}

/** The time of a page for one client, against the bare query of FTS5 in a loop, and a search by title. */
export async function embeddedPages(bench: Bench, site: WordSite): Promise<Row[]> {
  const child = bench.child(new URL('../references/fts5-main.js', import.meta.url));
  const { size } = site.corpus.corpus;
  const pagesOf = (some: readonly Query[]) => uncached(bench, site.plan(some), { clients: 1, watched: site.watched });
  const title = pagesOf(titleQueries(bench, site));
  const rows: Row[] = [];
  for (const kind of WORD_KINDS) {
    const queries = queriesOf(bench, site, kind);
    const legs = {
      plain: pagesOf(queries),
      shown: pagesOf(withSnippets(queries)),
      newest: bare(child, site, { queries, order: 'rowid DESC' }),
      scored: bare(child, site, { queries, order: 'bm25(words)' }),
      title,
    };
    const { oneClientSeconds: seconds } = bench.pace;
    const samples = await interleave(bench, `${kind}, ${size} documents`, legs, {
      ...{ seconds, isWarm: kind !== WORD_KINDS[0] },
    });
    const row = (measure: string, own: Sample[], against: keyof typeof REFERENCES) =>
      compareLegs(
        {
          key: `words/embedded ${size}, ${kind}/${measure}`,
          reference: REFERENCES[against],
          ...{ own, against: samples[against], cpu: ['service', against === 'title' ? 'service' : 'reference'] },
        },
        ({ perSecond }) => 1_000 / perSecond,
        { unit: 'ms', better: 'lower' },
      );
    rows.push(
      row('page', samples.plain, 'newest'),
      row('page beside bm25', samples.plain, 'scored'),
      row('page with a snippet', samples.shown, 'newest'),
      row('page beside one by title', samples.plain, 'title'),
    );
    await bench.driver.forget();
  }
  await child.stop();
  return rows;
}

function queriesOf(bench: Bench, { corpus: { corpus } }: WordSite, kind: WordKind): Query[] {
  const most = Math.min(MOST_QUERIES, bench.pace.queries);
  return wordQueries(kind, corpus, { most, random: bench.random(`words ${kind}`) });
}

function withSnippets(queries: readonly Query[]): Query[] {
  return queries.map((query) => ({ ...query, snippets: 1 }));
}

function bare(
  child: ChildModule,
  { corpus: { env } }: WordSite,
  { queries, order }: Pick<BareSearching, 'queries' | 'order'>,
): Leg {
  const folder = env['DATA_DIR'] as string;
  const searching = { folder, owner: OWNER, queries: queries.slice(0, BARE_QUERIES), order };
  return (seconds) => child.ask<Sample>({ ...searching, seconds } satisfies BareSearching);
}
