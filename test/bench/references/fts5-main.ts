/** The bare queries of FTS5 over the words of a data folder, one after the other. */
import { readdirSync } from 'node:fs';
import { wordMatch } from '../../../src/adapters/sqlite/words/word-match.js';
import { openWords } from '../../../src/adapters/sqlite/words/words-file.js';
import { parseSearch } from '../../../src/domain/words/word-query.js';
import type { Query } from '../corpus/queries.js';
import { answerParent } from '../support/answer-parent.js';
import { closedLoop } from './closed-loop.js';

/** `order`: the newest first, or by score. */
export type BareSearching = {
  folder: string;
  owner: string;
  queries: readonly Query[];
  order: 'rowid DESC' | 'bm25(words)';
  seconds: number;
};

const BUSY_MS = 5_000;

let connection: ReturnType<typeof openWords>['connection'] | undefined;

/** Raises an error where the first query finds nothing. */
answerParent(async ({ folder, owner, queries, order, seconds }: BareSearching) => {
  const words = (connection ??= open(folder));
  const { n } = words.prepare('SELECT n FROM owners WHERE owner = ?').get(owner) as { n: number };
  const statement = words.prepare(`SELECT rowid FROM words WHERE words MATCH ? ORDER BY ${order} LIMIT ? OFFSET ?`);
  statement.setReadBigInts(true);
  const searches = queries.map(({ text = '', tag, limit, offset }) => {
    const { all } = wordMatch({ owner, words: parseSearch(text), tag }, n);
    return () => statement.all(all, limit, offset);
  });
  if (searches[0]?.().length === 0) throw new Error('nothing was found');
  return closedLoop({ clients: 1, seconds }, async (at) => searches[at % searches.length]?.());
});

function open(folder: string) {
  const [, number] = readdirSync(folder).flatMap((name) => /^words-(\d+)\.db$/.exec(name) ?? []);
  return openWords(folder, Number(number), BUSY_MS).connection;
}
