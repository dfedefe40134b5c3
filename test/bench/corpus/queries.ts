import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { CorpusFacts } from './facts.js';

/** As a client sends it. */
export type Query = {
  q?: string;
  text?: string;
  tag?: string;
  folderId?: string;
  snippets?: number;
  limit: number;
  offset: number;
};

export const SHAPES = [
  'one letter',
  'three letters',
  'long prefix',
  'tag',
  'letter and tag',
  'letter and folder',
] as const;
export type QueryShape = (typeof SHAPES)[number];

/** Pages have 20 results in the mean; limits and offsets differ so that no query comes twice for long. */
const SHORTEST = 10;
const LONGEST = 30;
const FARTHEST = 150;
const LONG_CODE_POINTS = 70;
/** Draws for each query that is wanted: where there are not so many different ones, fewer must do. */
const DRAWS = 4;

/** Different queries of one shape over the documents of the large owner, up to so many. */
export function distinctQueries(
  shape: QueryShape,
  facts: CorpusFacts,
  { most, random }: { most: number; random: SeededRandom },
): Query[] {
  return distinct(most, drawing(shape, facts, random));
}

/** Up to `most` that differ. */
export function distinct(most: number, draw: () => Query): Query[] {
  const queries = new Map<string, Query>();
  for (let draws = 0; draws < DRAWS * most && queries.size < most; draws++) {
    const query = draw();
    queries.set(JSON.stringify(query), query);
  }
  return [...queries.values()];
}

function drawing(shape: QueryShape, facts: CorpusFacts, random: SeededRandom): () => Query {
  switch (shape) {
    case 'one letter':
      return paged(facts.byLetter, random, (q) => ({ q }));
    case 'three letters':
      return paged(facts.byThreeLetters, random, (q) => ({ q }));
    case 'tag':
      return paged(facts.byTag, random, (tag) => ({ tag }));
    case 'letter and tag':
      return paged(facts.byLetterAndTag, random, (name) => split(name, 'tag'));
    case 'letter and folder':
      return paged(facts.byLetterAndFolder, random, (name) => split(name, 'folderId'));
    case 'long prefix':
      return () => ({ q: longPrefix(random.pick(facts.titles)), limit: limitOf(random), offset: 0 });
  }
}

/** Values are drawn as often as there are documents behind them, as people look for what there is. */
function paged(
  counts: ReadonlyMap<string, number>,
  random: SeededRandom,
  conditions: (name: string) => Partial<Query>,
): () => Query {
  const weights = [...counts];
  const ends: number[] = [];
  for (const [, count] of weights) ends.push((ends.at(-1) ?? 0) + count);
  return () => {
    const wanted = random.below(ends.at(-1) ?? 0);
    const [name, count] = weights[ends.findIndex((end) => end > wanted)] as [string, number];
    const offset = random.below(Math.max(1, Math.min(FARTHEST, count - LONGEST)));
    return { ...conditions(name), limit: limitOf(random), offset };
  };
}

export function limitOf(random: SeededRandom): number {
  return SHORTEST + random.below(LONGEST - SHORTEST + 1);
}

/** More than the largest gram of the index where the title is that long, else the whole title. */
function longPrefix(title: string): string {
  return [...title].slice(0, LONG_CODE_POINTS).join('');
}

function split(name: string, field: 'tag' | 'folderId'): Partial<Query> {
  const [q = '', other = ''] = name.split(/ (.*)/s);
  return { q, [field]: other };
}
