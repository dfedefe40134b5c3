import pLimit from 'p-limit';
import type { Actor } from '../domain/api-key.js';
import { QuireError, UnavailableError } from '../domain/errors.js';
import { fold } from '../domain/fold.js';
import type { LivingHead } from '../domain/head.js';
import type { ResultConditions } from '../domain/result-conditions.js';
import type { ResultPosition, SearchOrder } from '../domain/result-order.js';
import { isSearchedInPart, searchedText } from '../domain/words/searched-text.js';
import { snippetsOf, type Snippet } from '../domain/words/snippets.js';
import type { WordQuery } from '../domain/words/word-query.js';
import { Deadline } from '../platform/deadline.js';
import { inTurns } from '../platform/in-turns.js';
import type { EpochReading } from '../ports/counters.js';
import type { Counted, DocumentIndex, ListedPage } from '../ports/document-index.js';
import type { OnSize } from '../ports/object-store.js';
import { pathsOf, type PathOf } from './folders/folder-paths.js';
import { countedBelow, fewBelow, findFolder } from './folders/find-folder.js';
import { readSizedVersion, type VersionReads } from './read-version.js';
import { conditionsOf, findBelow, type SearchPorts } from './search-documents.js';

export type SearchWordsPorts<P> = Omit<SearchPorts<P>, 'index'> &
  VersionReads & { index: Pick<DocumentIndex, 'searchWords' | 'countWords'> };

/** For all snippets of a page. */
const SNIPPETS_WITHIN_MS = 3_000;
const READS_AT_ONCE = 4;
/** Of one piece of work in the event loop. */
const TOGETHER_MS = 5;

/** `isTruncated`: the version has more text than is searched. */
export type Shown = { snippets: readonly Snippet[]; isTruncated: boolean };
/** `shown`: by identifier; what could not be read in time is left out. */
export type FoundByWords = ListedPage & { pathOf: PathOf; counted: Counted | undefined; shown: Map<string, Shown> };

type SearchWords<P> = Omit<ResultConditions, 'folderIds'> & {
  /** As sent. */
  text: string;
  words: WordQuery;
  /** As in `searchDocuments`. */
  isRecursive: boolean;
  order: SearchOrder;
  limit: number;
  offset: number;
  after: ResultPosition | undefined;
  /** Of each result, at most. */
  snippets: number;
  /** Whether results are counted. */
  isCounted: boolean;
  /** The most tags to count; undefined: none. */
  tags: number | undefined;
  reading: EpochReading | undefined;
  onSize?: OnSize;
  /** As in `searchDocuments`. */
  present(found: FoundByWords): P | Promise<P>;
};

/** Raises `FOLDER_NOT_FOUND`, and a validation error where results in too many folders are to be counted. */
export async function searchWords<P>(ports: SearchWordsPorts<P>, actor: Actor, input: SearchWords<P>): Promise<P> {
  return ports.pages.get(nameOf(actor, input), input.reading, async () => {
    const page = await find(ports, actor.owner, input);
    const [pathOf, shown] = await Promise.all([
      pathsOf(ports, actor.owner, page.heads),
      snippetsOfPage(ports, page.heads, input),
    ]);
    return input.present({ ...page, pathOf, shown });
  });
}

function nameOf({ owner }: Actor, input: Omit<SearchWords<unknown>, 'present'>): string {
  const { text, isRecursive, order, limit, offset, after, snippets, isCounted, tags } = input;
  const place = [isRecursive, order, limit, offset, after];
  return JSON.stringify([owner, text, conditionsOf(input), ...place, snippets, isCounted, tags]);
}

async function find<P>(
  ports: SearchWordsPorts<P>,
  owner: string,
  input: SearchWords<P>,
): Promise<ListedPage & { counted: Counted | undefined }> {
  const { index, trees, freshness } = ports;
  const { folderId, isRecursive, words } = input;
  const folder = folderId === undefined ? null : await findFolder(ports, owner, folderId);
  // Everything is below the root folder.
  const top = isRecursive ? folder : null;
  const tree = top && (await trees.seen(owner));
  const folderIds = tree ? fewBelow(tree, top.id) : undefined;
  const prefix = input.prefix === undefined ? undefined : fold(input.prefix);
  const conditions = { ...conditionsOf(input), owner, words, prefix, folderId: isRecursive ? undefined : folderId };
  const isOfMany = top !== null && !folderIds;
  const isCounted = input.isCounted || input.tags !== undefined;
  const countedIds = isCounted && tree ? countedBelow(tree, top.id) : undefined;
  await freshness.ensure(owner, input.reading?.epoch);
  const { order, limit, offset, after, onSize, tags = 0 } = input;
  const query = { ...conditions, folderIds, order, limit, offset, after, onSize };
  const ask = (one: typeof query) => index.searchWords(one);
  const [page, counted] = await Promise.all([
    isOfMany ? findBelow({ trees, ask }, query, top.id) : ask(query),
    isCounted ? index.countWords({ ...conditions, folderIds: countedIds, tags }) : undefined,
  ]);
  return { ...page, counted };
}

async function snippetsOfPage(
  ports: VersionReads,
  heads: readonly LivingHead[],
  { words, snippets: count, onSize }: Pick<SearchWords<unknown>, 'words' | 'snippets' | 'onSize'>,
): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  if (count === 0) return shown;
  const deadline = new Deadline(SNIPPETS_WITHIN_MS);
  const turns = pLimit(READS_AT_ONCE);
  const read = async ({ id, currentVersion }: LivingHead): Promise<void> => {
    if (deadline.isOver) return;
    const { version } = await readSizedVersion(ports, { documentId: id, version: currentVersion }, onSize);
    if (deadline.isOver) return;
    const content = await inTurns(searchedText(version), TOGETHER_MS);
    const snippets = await inTurns(snippetsOf(words, content, count), TOGETHER_MS);
    shown.set(id, { snippets, isTruncated: isSearchedInPart(version) });
  };
  const all = Promise.all(heads.map((head) => turns(() => read(head).catch(ignoreMissing))));
  // What comes late is left out.
  await deadline.within(all, 'reading snippets').catch(ignoreMissing);
  return new Map(shown);
}

function ignoreMissing(error: unknown): void {
  const isMissing = error instanceof UnavailableError;
  if (!isMissing && !(error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND')) throw error;
}
