import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import { ownerName, type Corpus } from './corpus.js';
import { distinct, limitOf, type Query } from './queries.js';

export const WORD_KINDS = [
  'frequent word',
  'rare word',
  'two words',
  'phrase',
  'phrase of the most frequent',
  'three letters',
  'one letter',
  'frequent word and tag',
] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** Ranks of words. A rare one is in one of a hundred documents. */
const FREQUENT = 5;
const [RARE_FROM, RARE_TO] = [4_000, 5_000];
/** Frequent ones, which a twentieth of all documents or more have. */
const TAGS = 5;
/** Of those that many documents meet. */
const FARTHEST = 150;
const SAMPLES = 200;

type Drawing = { most: number; random: SeededRandom };
type Drawn = Pick<Query, 'text' | 'tag'> & { isOfMany?: true };

/** Different searches by words over the documents of the large owner, up to `most`. None finds nothing. */
export function wordQueries(kind: WordKind, corpus: Corpus, { most, random }: Drawing): Query[] {
  const draw = drawing(kind, corpus, random);
  const farthest = Math.min(FARTHEST, Math.floor(corpus.size / 50));
  return distinct(most, () => {
    const { isOfMany = false, ...conditions } = draw();
    const offset = isOfMany ? random.below(farthest) : 0;
    return { ...conditions, snippets: 0, limit: limitOf(random), offset };
  });
}

/** A blank or a quote ends the last word. Without it the word may go on. */
function drawing(kind: WordKind, corpus: Corpus, random: SeededRandom): () => Drawn {
  const { words } = corpus;
  const samples = samplesOf(corpus);
  const frequent = () => `${random.pick(words.ranked(0, FREQUENT))} `;
  const pair = (): string => {
    const text = random.pick(samples);
    const at = random.below(text.length - 1);
    return text.slice(at, at + 2).join(' ');
  };
  switch (kind) {
    case 'frequent word':
      return () => ({ text: frequent(), isOfMany: true });
    case 'rare word': {
      // A vocabulary has short words at several ranks.
      const usual = new Set(words.ranked(0, RARE_FROM));
      const rare = words.ranked(RARE_FROM, RARE_TO).filter((word) => !usual.has(word));
      return () => ({ text: `${random.pick(rare)} ` });
    }
    case 'two words':
      return () => ({ text: `${pair()} ` });
    case 'phrase':
      return () => ({ text: `"${pair()}"` });
    case 'phrase of the most frequent':
      return () => ({ text: `"${words.ranked(0, 2).join(' ')}"`, isOfMany: true });
    case 'three letters': {
      const long = samples.flat().filter(({ length }) => length > 3);
      return () => ({ text: random.pick(long).slice(0, 3) });
    }
    case 'one letter':
      return () => ({ text: random.pick(random.pick(samples)).slice(0, 1), isOfMany: true });
    case 'frequent word and tag':
      return () => ({ text: frequent(), tag: `tag-${random.below(TAGS)}`, isOfMany: true });
  }
}

/** Words that follow one another in a document. */
function samplesOf(corpus: Corpus): string[][] {
  const samples: string[][] = [];
  for (const { document, blocks } of corpus.versions()) {
    if (document.owner !== ownerName(0)) continue;
    const paragraph = blocks.find(({ type }) => type === 'paragraph');
    if (paragraph) samples.push(paragraph.content.split(' '));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}
