import { makeDocument } from './make-document.js';
import type { DocumentBody } from './make-document.js';
import { sample } from './run.js';
import type { Run, WrittenDocument } from './run.js';
import { search } from './search.js';
import type { DemoSearchQuery } from './search.js';

const SEARCHES_OF_A_KIND = 60;
const EXAMPLES_OF_A_KIND = 3;

export type SearchKind = 'prefix' | 'tag' | 'folder';

export interface SearchExample {
  readonly what: string;
  readonly results: number;
  readonly firstTitle: string;
  readonly milliseconds: number;
}

export interface SearchTimes {
  readonly count: number;
  /** Milliseconds, one search after the other. */
  readonly p50: number;
  readonly p95: number;
  readonly examples: readonly SearchExample[];
}

interface Question {
  readonly what: string;
  readonly query: DemoSearchQuery;
}

/** What to ask, made from a document that is there; undefined where it has nothing to ask for. */
type Asker = (made: DocumentBody, written: WrittenDocument, turn: number) => Question | undefined;

const ASKERS: Readonly<Record<SearchKind, Asker>> = {
  prefix: ({ title }, _, turn) => {
    const q = start(title, 1 + (turn % 8));
    return { what: `title ${q}…`, query: { q } };
  },
  tag: ({ metadata: { tags } }, _, turn) => {
    const tag = tags[turn % tags.length];
    return tag === undefined ? undefined : { what: `tag ${tag}`, query: { tag } };
  },
  folder: ({ title, metadata }, { folderId }) => {
    const q = start(title, 1);
    return { what: `${q}… in ${metadata.package}`, query: { q, folder_id: folderId } };
  },
};

/** Searches of each kind for documents that were written, and their times. */
export async function timeSearches(
  run: Run,
  documents: readonly WrittenDocument[],
): Promise<Record<SearchKind, SearchTimes>> {
  const asked = sample(documents, SEARCHES_OF_A_KIND);
  run.progress.start('Searching', asked.length * Object.keys(ASKERS).length);
  try {
    return {
      prefix: await timeKind(run, asked, ASKERS.prefix),
      tag: await timeKind(run, asked, ASKERS.tag),
      folder: await timeKind(run, asked, ASKERS.folder),
    };
  } finally {
    run.progress.stop();
  }
}

async function timeKind(run: Run, documents: readonly WrittenDocument[], ask: Asker): Promise<SearchTimes> {
  const answers: SearchExample[] = [];
  for (const [turn, written] of documents.entries()) {
    const { first } = await makeDocument(run.dir, written.source, run.packages);
    const question = ask(first, written, turn);
    if (question !== undefined) answers.push(await answer(run, question));
    run.progress.advance();
  }
  const times = answers.map(({ milliseconds }) => milliseconds);
  const examples = sample(answers, EXAMPLES_OF_A_KIND);
  return { count: times.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95), examples };
}

async function answer({ api }: Run, { what, query }: Question): Promise<SearchExample> {
  const { body, milliseconds } = await search(api, query);
  return { what, results: body.count, firstTitle: body.results[0]?.title ?? '', milliseconds };
}

/** The smallest value that the given share of the values does not exceed; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function start(title: string, codePoints: number): string {
  return Array.from(title).slice(0, codePoints).join('');
}
