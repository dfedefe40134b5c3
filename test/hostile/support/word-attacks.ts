import { createClient } from '../../../src/client/client.js';
import { SEARCH_CHARACTERS, SEARCH_WORDS } from '../../../src/domain/words/word-query.js';
import { exchange } from '../../http/exchange.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { Attack } from './attacks.js';
import { cjk } from './dear-content.js';

export const WORDS = 'searches for words that all documents have';

const CONNECTIONS = 24;
const FLOOD_MS = 1_500;
/** Nearly all pairs of them stand side by side in some documents. */
const FREQUENT = Array.from({ length: 40 }, (_, n) => `w${n}`);
const TAGS = 1_000;
const TAGS_OF_ONE = 10;
/** Of a search: four of them are a word. */
const HAN = 4 * SEARCH_WORDS;

const some = FREQUENT.slice(0, SEARCH_WORDS);
const phrases = Array.from({ length: SEARCH_WORDS / 2 }, (_, n) => `"${some.slice(2 * n, 2 * n + 2).join(' ')}"`);

/** The dearest by what they look for. */
export const DEAR_WORDS: Readonly<Record<string, string>> = {
  'a phrase of eight': `"${some.slice(0, 8).join(' ')}"`,
  'phrases of two': phrases.join(' '),
  'a prefix of one letter': 'w',
  'words and a prefix of one letter': `${some.slice(1).join(' ')} w`,
  'as many words as a search has': `${some.join(' ')} `,
  'as much Han as a search has': cjk(HAN),
  'more Han than a search has': cjk(SEARCH_CHARACTERS),
};

let turn = 0;

/** No two are equal: the answer to one that was asked before is kept. */
export function wordSearchPath(text: string): string {
  const before = new Date(Date.UTC(2100, 0) + turn++).toISOString();
  const more = 'limit=50&snippets=3&total=true&facets=tags&facet_limit=100';
  return `/v1/documents/search?text=${encodeURIComponent(text)}&updated_before=${before}&${more}`;
}

/** Many documents of the same words, each in an order of its own, and with some of 1,000 tags. */
export async function plantWords(url: string, apiKey: string, count: number): Promise<void> {
  const random = new SeededRandom(3);
  const client = createClient({ url, apiKey });
  const documents = Array.from({ length: count }, (_, n) => {
    const tags = Array.from({ length: TAGS_OF_ONE }, (_, at) => `tag ${(n * TAGS_OF_ONE + at) % TAGS}`);
    const content = `${random.shuffled(FREQUENT).join(' ')} ${cjk(HAN)}`;
    const blocks = [{ type: 'paragraph' as const, content }];
    return { op: 'create' as const, document: { title: `w${n}`, blocks, metadata: { tags } } };
  });
  for await (const line of client.bulk(documents))
    if (line.status !== 201) throw new Error(`a create was answered with ${line.status}`);
}

/** As many at a time as one program sends. */
export const floodWithWords: Attack = async ({ url, key }) => {
  const endsAt = performance.now() + FLOOD_MS;
  const texts = Object.values(DEAR_WORDS);
  const repeat = async (client: number) => {
    for (let n = client; performance.now() < endsAt; n++) {
      const path = wordSearchPath(texts[n % texts.length] as string);
      await exchange(url, { method: 'GET', path, headers: { 'X-API-Key': key } });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => repeat(client)));
};
