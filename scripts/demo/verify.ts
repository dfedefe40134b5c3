import { ApiError } from './api-error.js';
import { firstDifference } from './differences.js';
import { asDocument, asSearchResult, asVersion, asVersionList, received } from './expected.js';
import type { ReceivedDocument, ReceivedVersion, ReceivedVersionList } from './expected.js';
import { forEachConcurrently } from './for-each-concurrently.js';
import { makeDocument, revise } from './make-document.js';
import type { DocumentBody } from './make-document.js';
import { sample } from './run.js';
import type { Run, WrittenDocument } from './run.js';
import { findBySearch } from './search.js';

/** How many documents are looked for by searching. */
const SEARCHED_FOR = 100;

/** Reads everything back and compares it with its file. Returns how many documents are equal in all. */
export async function verify(run: Run, documents: readonly WrittenDocument[]): Promise<number> {
  const searchedFor = new Set(sample(documents, SEARCHED_FOR));
  let equal = 0;
  run.progress.start('Reading back', documents.length);
  try {
    await forEachConcurrently(documents, run, async (written) => {
      const found = await differencesOf(run, written, searchedFor.has(written));
      for (const difference of found) run.differences.add(`${written.source} (${written.id}): ${difference}`);
      if (found.length === 0) equal += 1;
      run.progress.advance();
    });
  } finally {
    run.progress.stop();
  }
  return equal;
}

async function differencesOf(run: Run, written: WrittenDocument, withSearch: boolean): Promise<string[]> {
  const { first } = await makeDocument(run.dir, written.source, run.packages);
  const sent = written.versions === 1 ? [first] : [first, revise(first)];
  const checks = [checkDocument(run, written, sent), checkVersions(run, written, sent)];
  if (withSearch) checks.push(checkSearch(run, written, sent));
  const found = await Promise.all(checks.map((check) => check.catch(asDifference)));
  return found.flat();
}

/** A refused read is a difference too; an aborted run or an unreachable service is not. */
function asDifference(error: unknown): string[] {
  if (error instanceof ApiError && !error.fatal) return [error.message];
  throw error;
}

type Sent = readonly DocumentBody[];

async function checkDocument({ api }: Run, written: WrittenDocument, sent: Sent): Promise<string[]> {
  const { body } = await api.json<ReceivedDocument>({ path: `/v1/documents/${written.id}` });
  return compare('document', asDocument(written, newest(sent)), received.document(body));
}

async function checkVersions({ api }: Run, written: WrittenDocument, sent: Sent): Promise<string[]> {
  const path = `/v1/documents/${written.id}/versions`;
  const { body } = await api.json<ReceivedVersionList>({ path });
  const found = compare('versions', asVersionList(sent), received.versionList(body));
  const [first, ...later] = sent;
  if (first === undefined || later.length === 0) return found;
  const { body: version } = await api.json<ReceivedVersion>({ path: `${path}/1` });
  return [...found, ...compare('version 1', asVersion(1, first), received.version(version))];
}

/** By title alone, and by title, tag and folder together. */
async function checkSearch({ api }: Run, written: WrittenDocument, sent: Sent): Promise<string[]> {
  const { title, metadata } = newest(sent);
  const [tag] = metadata.tags;
  const narrow = { q: title, folder_id: written.folderId, ...(tag !== undefined && { tag }) };
  const expected = asSearchResult(written, newest(sent));
  const found: string[] = [];
  for (const query of [{ q: title }, narrow]) {
    const result = await findBySearch(api, query, written.id);
    const where = `search ${JSON.stringify(query)}`;
    if (result === undefined) found.push(`${where} does not find it`);
    else found.push(...compare(where, expected, received.searchResult(result)));
  }
  return found;
}

function newest(sent: Sent): DocumentBody {
  return sent.at(-1) as DocumentBody;
}

function compare(what: string, expected: unknown, actual: unknown): string[] {
  const difference = firstDifference(expected, actual);
  return difference === undefined ? [] : [`${what} ${difference}`];
}
