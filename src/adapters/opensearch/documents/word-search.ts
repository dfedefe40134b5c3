import { readRelevance, type ResultPosition } from '../../../domain/result-order.js';
import { routingSlotOf } from '../../../domain/ids.js';
import { TITLE_BEGIN, TITLE_END } from '../../../domain/words/indexed-words.js';
import { wholePhrase, type Phrase, type WordQuery } from '../../../domain/words/word-query.js';
import type { Counted, CountQuery, WordConditions } from '../../../ports/document-index.js';
import type { Searcher } from '../transport/searcher.js';
import { inFolders, listFilters, type Clause, type Relevance, type SortPosition } from './search-body.js';

type WordField = 'words' | 'title_words';

/** More words that begin alike than an index has. */
const ALL = 2 ** 31 - 1;
const MOST_COUNTED = 10_000;
/** The score of what has rank 0. Each rank scores one less, down to 0. */
const BEST = 5;

export function wordFilters({ words: { required, excluded }, ...conditions }: WordConditions): Clause[] {
  const inWords = (phrase: Phrase) => clauseOf('words', phrase);
  return [
    ...listFilters({ ...conditions, unrefreshed: [] }),
    ...required.map(inWords),
    ...(excluded.length === 0 ? [] : [{ bool: { must_not: excluded.map(inWords) } }]),
  ];
}

/** Scores by the ranks of `rankOf`. */
export function relevance(query: WordQuery): Relevance {
  const whole = wholePhrase(query);
  const begun = { ...whole, words: [TITLE_BEGIN, ...whole.words] };
  const equal = { words: [...begun.words, TITLE_END], isPrefix: false };
  const inTitle = [equal, begun, whole].map((phrase) => clauseOf('title_words', phrase));
  const all = { bool: { filter: query.required.map((phrase) => clauseOf('title_words', phrase)) } };
  const ranked = [...inTitle, all, clauseOf('words', whole)];
  const queries = ranked.map((filter, rank) => ({ constant_score: { filter, boost: BEST - rank } }));
  return { scores: { dis_max: { queries } } };
}

export function rankOfScore(score: number): number {
  return BEST - score;
}

export function relevancePosition(place: ResultPosition | undefined): SortPosition | undefined {
  const read = place && readRelevance(place.value);
  return read && [BEST - read.rank, Date.parse(read.updatedAt), place.id];
}

/** Words have no blanks, and the field divides a text at blanks alone. */
function clauseOf(field: WordField, { words, isPrefix }: Phrase): Clause {
  const text = words.join(' ');
  if (words.length === 1) return isPrefix ? { prefix: { [field]: { value: text } } } : { term: { [field]: text } };
  if (!isPrefix) return { match_phrase: { [field]: text } };
  return { match_phrase_prefix: { [field]: { query: text, max_expansions: ALL } } };
}

type Buckets = { tags: { buckets: { key: string; doc_count: number }[] } };

export async function countWords(searcher: Searcher, alias: string, query: CountQuery): Promise<Counted> {
  const { tags: most, hiddenFolderIds, ...conditions } = query;
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const body = {
    size: 0,
    track_total_hits: MOST_COUNTED + 1,
    query: {
      bool: { filter: wordFilters(conditions), ...(hiddenFolderIds && { must_not: [inFolders(hiddenFolderIds)] }) },
    },
    ...(most > 0 && { aggs: { tags: { terms: { field: 'tags', size: most, order } } } }),
  };
  const scope = { alias, routing: routingSlotOf(query.owner) };
  const { total, aggregations } = await searcher.totals<Buckets>(scope, JSON.stringify(body));
  const buckets = most > 0 ? (aggregations?.tags.buckets ?? []) : [];
  return {
    total: Math.min(total, MOST_COUNTED),
    tags: buckets.map(({ key, doc_count: count }) => ({ value: key, count })),
    isExact: total <= MOST_COUNTED,
  };
}
