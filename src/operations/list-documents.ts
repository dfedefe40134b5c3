import type { Actor } from '../domain/api-key.js';
import { metadataBytes, type LivingHead } from '../domain/head.js';
import { DOCUMENT_LIST_BYTES } from '../domain/limits.js';
import type { ResultConditions } from '../domain/result-conditions.js';
import { positionIn, type ResultOrder, type ResultPosition } from '../domain/result-order.js';
import type { EpochReading } from '../ports/counters.js';
import type { DocumentIndex, ListedPage } from '../ports/document-index.js';
import type { OnSize } from '../ports/object-store.js';
import { fewBelow, findFolder, type FolderReads } from './folders/find-folder.js';
import type { Freshness } from '../consistency/freshness.js';

export type ListDocumentsPorts = FolderReads & { index: Pick<DocumentIndex, 'list'>; freshness: Freshness };

type ListDocuments = Omit<ResultConditions, 'prefix'> & {
  /** The folders below that folder, too. */
  isRecursive: boolean;
  order: ResultOrder;
  after: ResultPosition | undefined;
  limit: number;
  reading: EpochReading | undefined;
  /** Called with the bytes of metadata read so far. */
  onSize: OnSize;
  /** Lets the event loop turn, and other owners work. */
  turn: () => Promise<unknown>;
};

/** Each looks at 200 documents at most, so one request at 2,000. Below few folders all of them are meant. */
const MOST_ROUNDS = 10;
/** For those that a folder leaves out. */
const MORE_A_ROUND = 4;
const MOST_A_ROUND = 200;
/** In the JSON of a document, beside its metadata: what has no escapes. */
const OTHER_BYTES = 1_000;
/** In JSON, of a character of a title or key. */
const BYTES_PER_CHARACTER = 6;

/**
 * A page, in the order that is named, of at most 4 MB of JSON if it has two documents or more. It may be short, even
 * empty, and still have `next`: then it has read all that one request may read. Raises `FOLDER_NOT_FOUND`.
 */
export async function listDocuments(
  ports: ListDocumentsPorts,
  actor: Actor,
  input: ListDocuments,
): Promise<ListedPage> {
  const { owner } = actor;
  const { isRecursive, folderId, keyPrefix, tag, visibility, updatedFrom, updatedBefore, order, reading, turn } = input;
  const folder = folderId === undefined ? null : await findFolder(ports, owner, folderId);
  // Everything is below the root folder.
  const tree = isRecursive && folder ? await ports.trees.seen(owner) : undefined;
  const folderIds = folder && tree ? fewBelow(tree, folder.id) : undefined;
  const within = folderIds ? undefined : tree;
  const unrefreshed = await ports.freshness.unrefreshed(owner, reading);
  const conditions = { folderId: isRecursive ? undefined : folderId, folderIds, keyPrefix, tag, visibility };
  const query = { owner, ...conditions, updatedFrom, updatedBefore, order, unrefreshed };
  const listed = new Listed(input);
  for (let round = 0; round < MOST_ROUNDS && !listed.isOver; round++) {
    if (round > 0) await turn();
    const limit = within ? Math.min(input.limit * MORE_A_ROUND ** round, MOST_A_ROUND) : listed.documentsLeft;
    const page = await ports.index.list({ ...query, ...listed.asked, limit });
    listed.add(page, (head) => !within || !folder || within.isWithin(head.folderId, folder.id));
  }
  return listed.page();
}

/** What was looked at so far, and the documents found among it. */
class Listed {
  readonly #input: Pick<ListDocuments, 'order' | 'limit' | 'onSize'>;
  #heads: LivingHead[] = [];
  #next: ResultPosition | undefined;
  #bytes = 0;
  #isOver = false;

  constructor(input: Pick<ListDocuments, 'order' | 'limit' | 'after' | 'onSize'>) {
    this.#input = input;
    this.#next = input.after;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get documentsLeft(): number {
    return this.#input.limit - this.#heads.length;
  }

  /** Where the next round begins, and what it may read. */
  get asked(): { after: ResultPosition | undefined; bytes: number; onSize: OnSize } {
    const before = this.#bytes;
    return {
      after: this.#next,
      bytes: Math.max(1, DOCUMENT_LIST_BYTES - before),
      onSize: (bytes) => this.#input.onSize(before + bytes),
    };
  }

  add(page: ListedPage, isMeant: (head: LivingHead) => boolean): void {
    for (const head of page.heads) {
      const bytes = mostBytesOf(head);
      const verdict = isMeant(head);
      const isTooMuch = this.#bytes > 0 && this.#bytes + bytes > DOCUMENT_LIST_BYTES;
      this.#isOver = isTooMuch || this.documentsLeft === 0;
      if (this.#isOver) return;
      this.#bytes += bytes;
      this.#next = positionIn(this.#input.order, head);
      if (verdict) this.#heads.push(head);
    }
    this.#next = page.next;
    this.#isOver = page.next === undefined || this.documentsLeft === 0;
  }

  page(): ListedPage {
    return { heads: this.#heads, next: this.#next };
  }
}

/** At least the bytes of the document in an answer. Exact only where it matters, for metadata. */
function mostBytesOf(head: LivingHead): number {
  const characters = head.title.length + (head.byKey?.key.length ?? 0);
  return OTHER_BYTES + BYTES_PER_CHARACTER * characters + metadataBytes(head);
}
