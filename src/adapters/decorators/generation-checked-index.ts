import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import type { KeyEntry } from '../../domain/document-key.js';
import type { Folder } from '../../domain/folder.js';
import { INDEX_TTL_MS } from '../../domain/limits.js';
import type { UnreadableKind, UnreadableRecords } from '../../log/unreadable-records.js';
import { nextRun } from '../../platform/next-run.js';
import type {
  CountQuery,
  DocumentIndex,
  FolderQuery,
  HeadWrite,
  ListQuery,
  SearchQuery,
  WordSearch,
} from '../../ports/document-index.js';

/** Milliseconds to wait for a check under way before the next one begins. */
const PATIENCE_MS = 50;
const LOST = 'the index is lost or was emptied: run `quire reindex`';

export type Guard = {
  /** The generations that the log names. Any of them is right. */
  readNamed(): Promise<readonly string[]>;
  writes: WatchedWrites;
  /** What exists although the index lacks it. */
  unreadable?: Pick<UnreadableRecords, 'holds'> | undefined;
  patienceMs?: number;
};

/** `IndexWatch`. */
export type WatchedWrites = { compared(): Promise<void>; expectCurrent(): void };

/**
 * Makes sure that the index carries a generation that the log names. A lost or emptied index would report every
 * document as absent; one of another log knows too much. Checked for every answer that something is absent, before
 * heads and folders are created, and otherwise once a second. An index restored to an older state has the right
 * generation: it is refused once `IndexWatch` has found it. What a rebuild could not read is unavailable, not absent.
 */
export class GenerationCheckedIndex implements DocumentIndex {
  readonly #index: DocumentIndex;
  readonly #readNamed: () => Promise<readonly string[]>;
  readonly #writes: WatchedWrites;
  readonly #unreadable: Guard['unreadable'];
  #named: readonly string[] = [];
  #confirmed: string | undefined;
  #confirmedAt = -Infinity;
  /** The index's generation. Raises `UnavailableError` unless the log names it and no known write is missing. */
  // No caller joins a check under way: its answer may be older than the caller's read.
  readonly confirm: () => Promise<string>;

  constructor(index: DocumentIndex, { readNamed, writes, unreadable, patienceMs = PATIENCE_MS }: Guard) {
    this.#index = index;
    this.#readNamed = readNamed;
    this.#writes = writes;
    this.#unreadable = unreadable;
    this.confirm = nextRun(() => this.#look(), patienceMs);
  }

  async #look(): Promise<string> {
    const askedAt = performance.now();
    const carried = await this.#index.readGeneration();
    if (!this.#isNamed(carried)) {
      this.#named = await this.#readNamed();
      if (!this.#isNamed(carried)) throw new UnusableIndexError(LOST, { retryAfter: 30 });
    }
    await this.#writes.compared();
    this.#writes.expectCurrent();
    this.#confirmedAt = askedAt;
    this.#confirmed = carried;
    return carried;
  }

  async readHead(id: string) {
    const found = await this.#checked(() => this.#index.readHead(id), isAbsent);
    if (!found) await this.#expectAbsent('documents', id);
    return found;
  }

  async writeHead(write: HeadWrite) {
    this.#writes.expectCurrent();
    if (write.expected === 'absent') await this.confirm();
    return this.#index.writeHead(write);
  }

  async readSummaries(id: string, versions: readonly number[]) {
    this.#writes.expectCurrent();
    return this.#index.readSummaries(id, versions);
  }

  async restoreSummaries(...args: Parameters<DocumentIndex['restoreSummaries']>) {
    this.#writes.expectCurrent();
    return this.#index.restoreSummaries(...args);
  }

  async removeSummaries(id: string, from: number, to: number) {
    this.#writes.expectCurrent();
    return this.#index.removeSummaries(id, from, to);
  }

  search(query: SearchQuery) {
    // Heads read by id do not show that the index has found anything.
    const isUnrefreshed = ({ id }: { id: string }) => query.unrefreshed.includes(id);
    return this.#checked(
      () => this.#index.search(query),
      ({ heads }) => heads.every(isUnrefreshed),
    );
  }

  list(query: ListQuery) {
    const isUnrefreshed = ({ id }: { id: string }) => query.unrefreshed.includes(id);
    return this.#checked(
      () => this.#index.list(query),
      ({ heads }) => heads.every(isUnrefreshed),
    );
  }

  searchWords(query: WordSearch) {
    return this.#checked(
      () => this.#index.searchWords(query),
      ({ heads }) => heads.length === 0,
    );
  }

  /** Always confirmed: a count does not show what is missing in it. */
  countWords(query: CountQuery) {
    return this.#checked(
      () => this.#index.countWords(query),
      () => true,
    );
  }

  /** As `countWords`. */
  countCreated(...args: Parameters<DocumentIndex['countCreated']>) {
    return this.#checked(
      () => this.#index.countCreated(...args),
      () => true,
    );
  }

  countEntries() {
    return this.#index.countEntries();
  }

  async createFolder(folder: Folder) {
    await this.confirm();
    return this.#index.createFolder(folder);
  }

  async readFolder(id: string) {
    const found = await this.#checked(() => this.#index.readFolder(id), isAbsent);
    if (!found) await this.#expectAbsent('folders', id);
    return found;
  }

  listFolders(query: FolderQuery) {
    return this.#checked(() => this.#index.listFolders(query), isEmpty);
  }

  async readKey(name: string) {
    const found = await this.#checked(() => this.#index.readKey(name), isAbsent);
    if (!found) await this.#expectAbsent('by-key', name);
    return found;
  }

  /** Always confirmed, so that what is absent takes no longer. */
  readLinked(names: readonly string[]) {
    return this.#checked(
      () => this.#index.readLinked(names),
      () => true,
    );
  }

  async raiseKey(entry: KeyEntry) {
    await this.confirm();
    return this.#index.raiseKey(entry);
  }

  refresh() {
    return this.#index.refresh();
  }

  readGeneration() {
    return this.#index.readGeneration();
  }

  readIdentity() {
    return this.#index.readIdentity();
  }

  install(generation: string) {
    return this.#index.install(generation);
  }

  close() {
    return this.#index.close();
  }

  /** An answer that something is absent counts only if one right generation was confirmed before and after it. */
  async #checked<T>(ask: () => Promise<T>, isAbsence: (found: T) => boolean): Promise<T> {
    // Otherwise it may come from an emptied index that a rebuilt one has just replaced.
    for (;;) {
      const before = this.#confirmed;
      this.#writes.expectCurrent();
      const found = await ask();
      const absent = isAbsence(found);
      if (!absent && this.#isConfirmedLately) return found;
      if ((await this.confirm()) === before || !absent) return found;
    }
  }

  /** Raises `UnavailableError` if the index lacks it only because a rebuild could not read it. */
  async #expectAbsent(kind: UnreadableKind, id: string): Promise<void> {
    const generation = this.#confirmed;
    if (generation === undefined || !(await this.#unreadable?.holds(generation, kind, id))) return;
    throw new UnavailableError(`an object of ${kind}/${id} cannot be read: see \`quire doctor\``, { retryAfter: 30 });
  }

  #isNamed(generation: string | undefined): generation is string {
    return generation !== undefined && this.#named.includes(generation);
  }

  get #isConfirmedLately(): boolean {
    return performance.now() - this.#confirmedAt < INDEX_TTL_MS;
  }
}

function isAbsent(found: unknown): boolean {
  return found === undefined;
}

function isEmpty(found: readonly unknown[]): boolean {
  return found.length === 0;
}
