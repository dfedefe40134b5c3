import { setTimeout as delay } from 'node:timers/promises';
import { wordsIndexName } from '../../../src/adapters/opensearch/model/addresses.js';
import type { Bench, LoadedCorpus, Mode } from '../bench.js';
import { checkReference, checkSame } from '../corpus/check-reference.js';
import { ownerName } from '../corpus/corpus.js';
import { distinctQueries, type Query } from '../corpus/queries.js';
import { rawWords, searchPath, wordSearchOf } from '../corpus/raw-search.js';
import type { Watched } from '../driver/driver.js';
import type { LoadPlan } from '../driver/load.js';
import { planOfGets, planOfPosts } from '../driver/plan-builder.js';
import { BenchApi } from './api.js';
import type { BenchService } from './service.js';

/** Of the documents that are searched. */
export const OWNER = ownerName(0);

/** A million documents take half an hour. */
const FOLLOWED_WITHIN_MS = 7_200_000;
const POLL_MS = 20;
const CHECKED = 3;

/** A service over a corpus whose documents have words of their own. */
export class WordSite {
  readonly corpus: LoadedCorpus;
  readonly service: BenchService;
  /** Beside the service, OpenSearch in cluster mode. */
  readonly watched: Watched;

  /** `fullText`: with `on` its words are all there. */
  static async open(bench: Bench, at: { mode: Mode; size: number; fullText: 'on' | 'off' }): Promise<WordSite> {
    const corpus = await bench.wordCorpus(at.mode, at.size, at.fullText);
    const service = await bench.serve(corpus.env);
    if (at.fullText === 'on') await untilFollowed(service.url, corpus.keys.get(OWNER) as string);
    const opensearch = at.mode === 'cluster' ? (await bench.backends()).openSearch : undefined;
    return new WordSite({ corpus, service, watched: { service: service.pid, opensearch } });
  }

  private constructor({ corpus, service, watched }: Pick<WordSite, 'corpus' | 'service' | 'watched'>) {
    this.corpus = corpus;
    this.service = service;
    this.watched = watched;
  }

  plan(queries: readonly Query[], owner = OWNER): LoadPlan {
    const headers = { 'X-API-Key': this.corpus.keys.get(owner) as string };
    return planOfGets(this.service.url, queries.map(searchPath), headers);
  }

  /** The same, straight to OpenSearch. Raises an error unless both find the same. */
  async rawPlan(queries: readonly Query[]): Promise<LoadPlan> {
    const { env, keys } = this.corpus;
    const url = env['OPENSEARCH_URL'] as string;
    const index = await wordsIndexOf(url, env['INDEX_PREFIX'] as string);
    const rawOf = (query: Query) => rawWords(index, wordSearchOf(OWNER, query));
    const checked = queries.slice(0, CHECKED);
    await checkReference({ words: checked.map((query) => wordSearchOf(OWNER, query)) });
    const api = new BenchApi(this.service.url, keys.get(OWNER) as string);
    for (const query of checked) await checkSame(api, query, { url, ...rawOf(query) });
    return planOfPosts(url, queries.map(rawOf));
  }
}

/** The index of words beside the one that requests go to. */
async function wordsIndexOf(url: string, prefix: string): Promise<string> {
  const [behind] = Object.keys((await (await fetch(`${url}/_alias/${prefix}`)).json()) as object);
  const index = behind === undefined ? undefined : wordsIndexName(prefix, behind);
  if (index === undefined) throw new Error(`there is no index behind ${prefix}`);
  return index;
}

/** Searches by one letter of a title. */
export function titleQueries(bench: Bench, { corpus: { facts } }: WordSite): Query[] {
  return distinctQueries('one letter', facts, { most: bench.pace.queries, random: bench.random('titles') });
}

/** Waits until a search has the words of all that the owner of the key wrote before. */
export async function untilFollowed(url: string, key: string): Promise<void> {
  for (const giveUpAt = performance.now() + FOLLOWED_WITHIN_MS; performance.now() < giveUpAt; await delay(POLL_MS)) {
    const answer = await fetch(`${url}/v1/documents/search?text=a&snippets=0&limit=1`, {
      headers: { 'X-API-Key': key },
    });
    const text = await answer.text();
    if (answer.ok) return;
    if (answer.status !== 503) throw new Error(`a search by words was answered with ${answer.status}: ${text}`);
  }
  throw new Error('the words are not there yet');
}
