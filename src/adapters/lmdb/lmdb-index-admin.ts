import { UnavailableError } from '../../domain/errors.js';
import type { KeyEntry } from '../../domain/document-key.js';
import type { Folder } from '../../domain/folder.js';
import { isId, newWriteId } from '../../domain/ids.js';
import type { VersionSummary } from '../../domain/version.js';
import type { HeadOutcome, HeadWrite, RevisedHead, Revision } from '../../ports/document-index.js';
import {
  HeldByAnotherError,
  type ConcreteIndex,
  type Entry,
  type FeedPosition,
  type HeadMark,
  type HeadRemoval,
  type FencingToken,
  type ImmutableEntry,
  type IndexAdmin,
  type SummaryMark,
} from '../../ports/index-admin.js';
import { clearEntries } from './clear-entries.js';
import { readChanges } from './entry-reader.js';
import { chunksOf, weightedChunksOf } from '../../platform/chunks.js';
import { ENTRIES_TOGETHER, ENTRY_GROUP } from './entry-groups.js';
import { assertWritable } from './entry-writer.js';
import { ConcreteAccess, missing, type OpenedOnce } from './concrete-access.js';
import { growthOfRemoval, NOTHING } from './growth.js';
import type { IndexCatalog, IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { idBytes, idKey, scopeKey, summaryKey } from './index-keys.js';
import { entryOfKeyRecord, folderOfRecord, summaryOfRecord } from './index-records.js';
import { readHead } from './read-head.js';
import { foldersAfter, markOf, marksAfter, summariesAfter } from './scans.js';
import { snapshotsFrom } from './snapshots.js';

/** One shard for the whole index: LMDB commits all transactions one after the other. */
const SHARD = '0';
/** Its own key, its change entry, and its lookup key. */
const KEYS_OF_AN_ENTRY = 3;

/** Works beside the service, in the same process. Short transactions give the service's writers their turn. */
export class LmdbIndexAdmin implements IndexAdmin {
  readonly #opened: OpenedOnce;
  readonly #access: ConcreteAccess;

  constructor(opened: OpenedOnce) {
    this.#opened = opened;
    this.#access = new ConcreteAccess(opened);
  }

  async current(): Promise<ConcreteIndex | undefined> {
    const environment = await this.#opened.get();
    return described(environment.readNewest(() => environment.catalog.current()));
  }

  async find(generation: string): Promise<ConcreteIndex | undefined> {
    const environment = await this.#opened.get();
    return described(environment.readNewest(() => environment.catalog.findGeneration(generation)));
  }

  /** First clears removed indices: the remover may have died before it finished. */
  async create(generation: string): Promise<string> {
    await this.#clearRemoved();
    const { name } = await this.#change(({ catalog }) => catalog.findGeneration(generation) ?? catalog.add(generation));
    return name;
  }

  /** Marks it removed for all threads before it deletes entries. Raises `UnavailableError` for the current index. */
  async remove(index: string): Promise<void> {
    const isCurrent = await this.#change(({ catalog }) => {
      const place = catalog.find(index);
      if (place && place.name === catalog.current()?.name) return true;
      if (place) catalog.setState(place, 'removed');
      return false;
    });
    if (isCurrent) throw new UnavailableError(`${index} is the index that requests go to`);
    await this.#clearRemoved();
  }

  async discardCurrent(): Promise<void> {
    await this.#change(({ catalog }) => {
      const place = catalog.current();
      if (place) catalog.removeCurrent(place);
    });
    await this.#clearRemoved();
  }

  async checkpoint(index: string): Promise<FeedPosition> {
    return { [SHARD]: await this.#access.read(index, ({ catalog }, place) => catalog.lastSeqNo(place)) };
  }

  /** A write is visible once durable, but the service's snapshot may be as old as its turn of the event loop. */
  async refresh(index: string): Promise<void> {
    const environment = await this.#opened.get();
    await this.#access.read(index, () => undefined);
    if (environment.readOnly) return;
    const last = await environment.write(
      () => environment.tables.root.getWriteTxnId() - 1,
      () => NOTHING,
    );
    await snapshotsFrom(environment, last);
  }

  /** Ends at the last write before the call, even if the index is written to all the time. */
  async *changesAfter(index: string, position: FeedPosition): AsyncGenerator<Entry[]> {
    const upTo = await this.#access.read(index, ({ catalog }, place) => catalog.lastSeqNo(place));
    for (let after = position[SHARD] ?? 0; after < upTo;) {
      const range = { after, upTo };
      const batch = await this.#access.read(index, (environment, place) => readChanges(environment, place, range));
      if (batch.entries.length > 0) yield batch.entries;
      after = batch.reached;
    }
  }

  async writeIfHigher(index: string, entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) assertWritable(entry);
    await this.#access.writeAll(index, weightedChunksOf(entries, ENTRY_GROUP), {
      growth: ({ entries: writer }, place, group) => writer.growthOf(place, group),
      write: ({ entries: writer }, place, entry) => writer.writeIfHigher(place, entry),
    });
  }

  async readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]> {
    return this.#access.read(index, ({ tables }, place) =>
      ids.map((id) => (isId(id) ? readHead(tables, place, id) : undefined)),
    );
  }

  async writeHead(index: string, write: HeadWrite): Promise<HeadOutcome> {
    const { head, expected, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    if (expected !== 'absent' && expected.index !== index) return 'refused';
    return this.#access.write(index, {
      growth: ({ entries }, place) => entries.growthOfHeadWrite(place, write),
      write: ({ entries }, place) => entries.writeHead(place, write),
    });
  }

  scanHeads(index: string, after?: string): AsyncGenerator<HeadMark[]> {
    return this.#access.scan(index, after, marksAfter);
  }

  async readMarks(index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]> {
    return this.#access.read(index, ({ tables }, { prefix }) =>
      ids.map((id) => {
        const record = tables.heads.get(idKey(prefix, idBytes(id)));
        return record && markOf(id, record);
      }),
    );
  }

  async readSummaries(index: string, marks: readonly SummaryMark[]): Promise<(VersionSummary | undefined)[]> {
    return this.#access.read(index, ({ tables }, { prefix }) =>
      marks.map(({ id, version }) => {
        const record = tables.summaries.get(summaryKey(prefix, idBytes(id), version));
        return record && summaryOfRecord(record);
      }),
    );
  }

  async readFolders(index: string, ids: readonly string[]): Promise<(Folder | undefined)[]> {
    return this.#access.read(index, ({ tables }, { prefix }) =>
      ids.map((id) => {
        const record = tables.folders.get(idKey(prefix, idBytes(id)));
        return record && folderOfRecord(id, record);
      }),
    );
  }

  async readKeys(index: string, names: readonly string[]): Promise<(KeyEntry | undefined)[]> {
    return this.#access.read(index, ({ tables }, { prefix }) =>
      names.map((name) => {
        const record = tables.keys.get(idKey(prefix, idBytes(name)));
        return record && entryOfKeyRecord(name, record);
      }),
    );
  }

  scanFolders(index: string, after?: string): AsyncGenerator<Folder[]> {
    return this.#access.scan(index, after, foldersAfter);
  }

  scanSummaries(index: string): AsyncGenerator<SummaryMark[]> {
    return this.#access.scan(index, undefined, summariesAfter);
  }

  async countCreated(index: string, owner: string, month: string): Promise<number> {
    return this.#access.read(index, ({ tables }, { prefix }) => tables.months.get(scopeKey(prefix, owner, month)) ?? 0);
  }

  async overwrite(index: string, entries: readonly ImmutableEntry[]): Promise<void> {
    for (const entry of entries) assertWritable(entry);
    await this.#access.writeAll(index, chunksOf(entries, ENTRIES_TOGETHER), {
      growth: ({ entries: writer }, place, group) => writer.growthOf(place, group),
      write: ({ entries: writer }, place, entry) => writer.overwrite(place, entry),
    });
  }

  async removeHead(id: string, expected: Revision): Promise<HeadRemoval> {
    return this.#access.write(expected.index, {
      growth: ({ entries }, place) => entries.growthOfHeadRemoval(place, id),
      write: ({ entries }, place) => entries.removeHead(place, id, expected),
    });
  }

  async removeSummaries(index: string, marks: readonly SummaryMark[]): Promise<void> {
    await this.#access.writeAll(index, chunksOf(marks, ENTRIES_TOGETHER), {
      growth: (_environment, _place, group) => growthOfRemoval(group.length * KEYS_OF_AN_ENTRY),
      write: ({ entries }, place, mark) => entries.removeSummary(place, mark),
    });
  }

  async takeToken(index: string, rank: number): Promise<FencingToken> {
    const token = newWriteId();
    const outcome = await this.#change(({ catalog }) => {
      const place = catalog.find(index);
      if (!place) return 'missing';
      if ((catalog.tokenOf(place)?.[0] ?? 0) > rank) return 'held';
      catalog.setToken(place, [rank, token]);
      return 'taken';
    });
    if (outcome === 'missing') throw missing(index);
    if (outcome === 'held') throw heldByAnother(index);
    return { index, token };
  }

  /** Takes effect at once: each writer checks the state in its transaction, and only one transaction runs at a time. */
  async block(token: FencingToken): Promise<void> {
    if (!(await this.#setState(token, 'blocked'))) throw heldByAnother(token.index);
  }

  async unblock(token: FencingToken): Promise<void> {
    await this.#setState(token, 'open');
  }

  async isBlocked(index: string): Promise<boolean> {
    return this.#access.read(index, ({ catalog }, place) => catalog.stateOf(place) === 'blocked');
  }

  async swap(from: string | undefined, to: FencingToken): Promise<void> {
    const environment = await this.#opened.get();
    const { catalog, tables } = environment;
    const outcome = await environment.write(() => {
      const [current, next] = [catalog.current(), catalog.find(to.index)];
      const last = tables.root.getWriteTxnId() - 1;
      if (!next) return 'missing';
      if (current?.number === next.number) return { newest: last };
      if (current?.name !== from) return 'moved';
      if (!held(catalog, to)) return 'held';
      catalog.makeCurrent(next);
      return { newest: last + 1 };
    });
    if (outcome === 'missing') throw new Error(`there is no index ${to.index}`);
    if (outcome === 'moved') throw new Error(`the current index is not ${from ?? 'missing'}`);
    if (outcome === 'held') throw heldByAnother(to.index);
    await snapshotsFrom(environment, outcome.newest);
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  #setState(token: FencingToken, state: 'open' | 'blocked'): Promise<boolean> {
    return this.#change(({ catalog }) => {
      const place = held(catalog, token);
      if (place) catalog.setState(place, state);
      return place !== undefined;
    });
  }

  /** One transaction. */
  async #change<T>(change: (environment: IndexEnvironment) => T): Promise<T> {
    const environment = await this.#opened.get();
    return environment.write(() => change(environment));
  }

  async #clearRemoved(): Promise<void> {
    const environment = await this.#opened.get();
    for (const place of environment.readNewest(() => environment.catalog.removed())) {
      await clearEntries(environment, place);
      await environment.write(() => environment.catalog.forget(place));
    }
  }
}

/** Undefined if another job took the token or the index is gone. */
function held(catalog: IndexCatalog, { index, token }: FencingToken): IndexPlace | undefined {
  const place = catalog.find(index);
  return place && catalog.tokenOf(place)?.[1] === token ? place : undefined;
}

function described(place: IndexPlace | undefined): ConcreteIndex | undefined {
  return place && { name: place.name, generation: place.generation, schemaVersion: place.schemaVersion };
}

function heldByAnother(index: string): HeldByAnotherError {
  return new HeldByAnotherError(`${index} is held by another process`);
}
