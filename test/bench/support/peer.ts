import type { NewBlock } from '../../../src/domain/document.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import type { Query } from '../corpus/queries.js';
import { searchPath } from '../corpus/raw-search.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder, planOfGets, type NewRequest } from '../driver/plan-builder.js';

export type PeerDocument = { title: string; tag: string; blocks: readonly NewBlock[] };

type Write = Pick<NewRequest, 'method' | 'path' | 'status'>;

/** How one of the servers is asked for what the other is asked for as well. */
export type Speech = {
  headers: Readonly<Record<string, string>>;
  create: Write;
  update(id: string): Write;
  bodyOf(document: PeerDocument): string;
  /** Makes what is searched for words, where that is apart. */
  createText?: Write & { bodyOf(document: PeerDocument): string };
  documentPath(id: string): string;
  searchPath(query: Query): string;
  /** Of the answer to a search. */
  titlesOf(answer: never): string[];
};

/** Updates are pushes of a version. */
export function speechOfQuire(key: string): Speech {
  return {
    headers: { 'X-API-Key': key },
    create: { method: 'POST', path: '/v1/documents', status: 201 },
    update: (id) => ({ method: 'POST', path: `/v1/documents/${id}/versions`, status: 201 }),
    bodyOf: ({ title, tag, blocks }) => JSON.stringify({ title, blocks, metadata: { tags: [tag], source: 'bench' } }),
    documentPath: (id) => `/v1/documents/${id}`,
    searchPath,
    titlesOf: ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title),
  };
}

const RECORDS = '/api/collections/documents/records';
const HEADS = '/api/collections/heads/records';
const TEXTS = '/api/collections/texts/records';

/**
 * Without a key: public rules spare PocketBase the look at a token. A prefix is a range of titles, which its index
 * answers. The view has no blocks, and `skipTotal` counts nothing. Its `~` looks at one text after the other, the
 * newest first, until the page is full.
 */
export const SPEECH_OF_POCKETBASE: Speech = {
  headers: {},
  create: { method: 'POST', path: RECORDS, status: 200 },
  update: (id) => ({ method: 'PATCH', path: `${RECORDS}/${id}`, status: 200 }),
  bodyOf: (document) => JSON.stringify(document),
  createText: {
    ...{ method: 'POST', path: TEXTS, status: 200 },
    bodyOf: ({ title, blocks }) => JSON.stringify({ title, text: blocks.map(({ content }) => content).join('\n') }),
  },
  documentPath: (id) => `${RECORDS}/${id}`,
  searchPath: ({ q, text, tag, limit, offset }) => {
    const page = { perPage: String(limit), page: String(1 + offset / limit), skipTotal: '1' };
    const found =
      text === undefined
        ? {
            sort: 'title',
            filter: q === undefined ? `tag = '${tag}'` : `title >= '${q}' && title < '${afterPrefix(q)}'`,
          }
        : { sort: '-@rowid', fields: 'id,title', filter: `text ~ '${text.trim()}'` };
    return `${text === undefined ? HEADS : TEXTS}?${new URLSearchParams({ ...page, ...found }).toString()}`;
  },
  titlesOf: ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title),
};

/** The first text behind all that begin with the prefix. */
function afterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

const AT_ONCE = 16;
/** Through all documents, each time with another content. */
const UPDATE_TURNS = 4;

/** A server with the documents that all of them have. */
export class Peer {
  readonly #url: string;
  readonly #speech: Speech;
  #ids: readonly string[] = [];

  constructor(url: string, speech: Speech) {
    this.#url = url;
    this.#speech = speech;
  }

  async load(documents: readonly PeerDocument[]): Promise<void> {
    const { create, bodyOf } = this.#speech;
    this.#ids = await mapConcurrently(documents, AT_ONCE, async (document) => {
      const answer = await this.#ask(create, bodyOf(document));
      return (answer as { id: string }).id;
    });
  }

  async loadTexts(documents: readonly PeerDocument[]): Promise<void> {
    const { createText } = this.#speech;
    if (!createText) return;
    await mapConcurrently(documents, AT_ONCE, (document) => this.#ask(createText, createText.bodyOf(document)));
  }

  async find(query: Query): Promise<string[]> {
    const { searchPath: pathOf, titlesOf } = this.#speech;
    return titlesOf((await this.#ask({ method: 'GET', path: pathOf(query), status: 200 })) as never);
  }

  gets(): LoadPlan {
    return planOfGets(this.#url, this.#ids.map(this.#speech.documentPath), this.#speech.headers);
  }

  searches(queries: readonly Query[]): LoadPlan {
    return planOfGets(this.#url, queries.map(this.#speech.searchPath), this.#speech.headers);
  }

  creates(contents: readonly PeerDocument[]): LoadPlan {
    return this.#writes(contents, contents.length, () => this.#speech.create);
  }

  updates(contents: readonly PeerDocument[]): LoadPlan {
    const ids = this.#ids;
    const updateOf = (n: number) => this.#speech.update(ids[n % ids.length] as string);
    return this.#writes(contents, UPDATE_TURNS * ids.length, updateOf);
  }

  #writes(contents: readonly PeerDocument[], count: number, writeOf: (n: number) => Write): LoadPlan {
    const { headers, bodyOf } = this.#speech;
    const plan = new PlanBuilder();
    const target = plan.target(this.#url);
    const bodies = contents.map((content) => plan.body(bodyOf(content)));
    for (let n = 0; n < count; n++) {
      plan.add({ kind: 'write', target, headers, body: bodies[n % bodies.length] as number, ...writeOf(n) });
    }
    return plan.build();
  }

  async #ask({ method, path, status }: Write, body?: string): Promise<unknown> {
    const headers = { ...this.#speech.headers, 'Content-Type': 'application/json' };
    const answer = await fetch(`${this.#url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}
