import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { PeerDocument } from '../support/peer.js';
import { newBlocks } from './documents.js';
import type { Query } from './queries.js';
import { Words } from './words.js';

const TAGS = 50;
const TITLE_WORDS = 5;
const LONGEST_PREFIX = 3;
/** Pages have 20 results in the mean; limits differ so that no query comes twice for long. */
const SHORTEST = 10;
const LONGEST = 30;
const MOST_PAGES = 8;
const QUERIES = 10_000;
const DRAWS = 40_000;

/** Of 4 KB. Titles are of ASCII: what folds letters and what does not sort them alike. */
export function peerDocuments(random: SeededRandom, count: number): PeerDocument[] {
  const words = new Words(random);
  return Array.from({ length: count }, () => ({
    title: asciiTitle(words, random),
    tag: `tag-${random.below(TAGS)}`,
    blocks: newBlocks(words, random),
  }));
}

function asciiTitle(words: Words, random: SeededRandom): string {
  const drawn: string[] = [];
  while (drawn.length < TITLE_WORDS) drawn.push(...[words.draw(random)].filter((word) => /^[a-z]+$/.test(word)));
  const title = drawn.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Different ones for the beginning of a title, up to so many, each a page that is full. */
export function prefixQueries(documents: readonly PeerDocument[], random: SeededRandom): Query[] {
  const prefixes = documents.flatMap(({ title }) =>
    Array.from({ length: LONGEST_PREFIX }, (_, length) => title.slice(0, length + 1)),
  );
  return distinctPages(prefixes, random, (q) => ({ q }));
}

export function tagQueries(documents: readonly PeerDocument[], random: SeededRandom): Query[] {
  return distinctPages(
    documents.map(({ tag }) => tag),
    random,
    (tag) => ({ tag }),
  );
}

/** For a word that so many documents have. */
export function oneWordQueries(
  documents: readonly PeerDocument[],
  random: SeededRandom,
  isMeant: (documents: number) => boolean,
): Query[] {
  const words = documents.flatMap(({ blocks }) => [...new Set(blocks.flatMap(({ content }) => content.split(' ')))]);
  const counts = countsOf(words.filter((word) => /^[a-z]+$/.test(word)));
  const meant = words.filter((word) => isMeant(counts.get(word) ?? 0));
  return distinctPages(meant, random, (word) => ({ text: `${word} `, snippets: 0 }));
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** `values`: each as often as there are documents behind it. */
function distinctPages(
  values: readonly string[],
  random: SeededRandom,
  conditions: (value: string) => Partial<Query>,
): Query[] {
  const counts = countsOf(values);
  const queries = new Map<string, Query>();
  for (let draws = 0; draws < DRAWS && queries.size < QUERIES; draws++) {
    const value = random.pick(values);
    const limit = SHORTEST + random.below(LONGEST - SHORTEST + 1);
    const pages = Math.min(MOST_PAGES, Math.floor((counts.get(value) ?? 0) / limit));
    if (pages === 0) continue;
    const query: Query = { ...conditions(value), limit, offset: limit * random.below(pages) };
    queries.set(JSON.stringify(query), query);
  }
  return [...queries.values()];
}
