import { UnavailableError } from '../../domain/errors.js';
import { isId, newWriteId } from '../../domain/ids.js';
import type { HeadOutcome, HeadWrite, RevisedHead } from '../../ports/document-index.js';
import {
  HeldByAnotherError, type ConcreteIndex, type Entry, type FeedPosition, type HeadMark, type Hold, type IndexRebuild,
} from '../../ports/index-rebuild.js';
import { clearEntries } from './clear-entries.js';
import { readChanges } from './entry-reader.js';
import { groupsOf } from './entry-groups.js';
import { assertWritable } from './entry-writer.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { idBytes, idKey, idOfKey, rangeOf } from './index-keys.js';
import { readHead } from './read-head.js';
import { snapshotsFrom } from './snapshots.js';

/** One sequence of transactions for the whole index: LMDB commits them one after the other. */
const SHARD = '0';
const HEADS_TOGETHER = 1_000;

/**
 * Works on the environment that the service has open too, from a process of its own. Every transaction is short,
 * so that the service's writers get their turn.
 */
export class LmdbIndexRebuild implements IndexRebuild {
  readonly #environment: IndexEnvironment;

  /** Made by `openLmdbRebuild`. */
  constructor(environment: IndexEnvironment) {
    this.#environment = environment;
  }

  async current(): Promise<ConcreteIndex | undefined> {
    return described(this.#environment.readNewest(() => this.#environment.catalog.current()));
  }

  async find(generation: string): Promise<ConcreteIndex | undefined> {
    return described(this.#environment.readNewest(() => this.#environment.catalog.findGeneration(generation)));
  }

  /** Clears the remains of removed indices first: whoever removed them may have died over it. */
  async create(generation: string): Promise<string> {
    await this.#clearRemoved();
    const { catalog } = this.#environment;
    const { name } = await this.#environment.write(() => catalog.findGeneration(generation) ?? catalog.add(generation));
    return name;
  }

  /** What was removed is gone for everyone before the first of its entries is. */
  async remove(index: string): Promise<void> {
    const { catalog } = this.#environment;
    const isCurrent = await this.#environment.write(() => {
      const place = catalog.find(index);
      if (place && place.number === catalog.current()?.number) return true;
      if (place) catalog.remove(place);
      return false;
    });
    if (isCurrent) throw new UnavailableError(`${index} is the index that requests go to`);
    await this.#clearRemoved();
  }

  async discardCurrent(): Promise<void> {
    const { catalog } = this.#environment;
    await this.#environment.write(() => {
      const place = catalog.current();
      if (place) catalog.remove(place);
    });
    await this.#clearRemoved();
  }

  async checkpoint(index: string): Promise<FeedPosition> {
    return { [SHARD]: this.#read(index, (place) => this.#environment.catalog.lastSeqNo(place)) };
  }

  async refresh(index: string): Promise<void> {
    this.#read(index, () => undefined);
  }

  /** Up to the last write before the call: an index that is written to all the time has an end too. */
  async *changesAfter(index: string, position: FeedPosition): AsyncGenerator<Entry[]> {
    const upTo = this.#read(index, (place) => this.#environment.catalog.lastSeqNo(place));
    for (let after = position[SHARD] ?? 0; after < upTo;) {
      const batch = this.#read(index, (place) => readChanges(this.#environment, place, { after, upTo }));
      if (batch.entries.length > 0) yield batch.entries;
      after = batch.reached;
    }
  }

  async writeIfHigher(index: string, entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) assertWritable(entry);
    for (const group of groupsOf(entries)) {
      const written = await this.#write(index, (place) => {
        for (const entry of group) this.#environment.entries.writeIfHigher(place, entry);
        return 'written';
      });
      if (written === 'refused') throw new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
    }
  }

  async readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]> {
    const { tables } = this.#environment;
    return this.#read(index, (place) => ids.map((id) => (isId(id) ? readHead(tables, place, id) : undefined)));
  }

  async writeHead(index: string, write: HeadWrite): Promise<HeadOutcome> {
    const { head, expected, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    if (expected !== 'absent' && expected.index !== index) return 'refused';
    return this.#write(index, (place) => this.#environment.entries.writeHead(place, write));
  }

  async *scanHeads(index: string): AsyncGenerator<HeadMark[]> {
    for (let after: string | undefined; ;) {
      const marks = this.#read(index, (place) => this.#marksAfter(place, after));
      if (marks.length > 0) yield marks;
      if (marks.length < HEADS_TOGETHER) return;
      after = marks.at(-1)?.id;
    }
  }

  async hold(index: string, rank: number): Promise<Hold> {
    const { catalog } = this.#environment;
    const token = newWriteId();
    const outcome = await this.#environment.write(() => {
      const place = catalog.find(index);
      if (!place) return 'missing';
      if ((catalog.holdOf(place)?.[0] ?? 0) > rank) return 'held';
      catalog.setHold(place, [rank, token]);
      return 'taken';
    });
    if (outcome === 'missing') throw missing(index);
    if (outcome === 'held') throw heldByAnother(index);
    return { index, token };
  }

  /** Every writer looks at the state of the index in its transaction, and one transaction runs at a time. */
  async block(hold: Hold): Promise<void> {
    const { catalog } = this.#environment;
    const place = await this.#environment.write(() => {
      const held = this.#held(hold);
      if (held) catalog.setState(held, 'blocked');
      return held;
    });
    if (!place) throw heldByAnother(hold.index);
  }

  async unblock(hold: Hold): Promise<void> {
    const { catalog } = this.#environment;
    await this.#environment.write(() => {
      const held = this.#held(hold);
      if (held) catalog.setState(held, 'open');
    });
  }

  async isBlocked(index: string): Promise<boolean> {
    return this.#read(index, (place) => this.#environment.catalog.stateOf(place) === 'blocked');
  }

  async swap(from: string | undefined, to: Hold): Promise<void> {
    const { catalog, tables } = this.#environment;
    const outcome = await this.#environment.write(() => {
      const [current, next] = [catalog.current(), catalog.find(to.index)];
      const last = tables.root.getWriteTxnId() - 1;
      if (!next) return 'missing';
      if (current?.number === next.number) return { newest: last };
      if (current?.name !== from) return 'moved';
      if (!this.#held(to)) return 'held';
      catalog.makeCurrent(next);
      return { newest: last + 1 };
    });
    if (outcome === 'missing') throw new Error(`there is no index ${to.index}`);
    if (outcome === 'moved') throw new Error(`the current index is not ${from ?? 'missing'}`);
    if (outcome === 'held') throw heldByAnother(to.index);
    await snapshotsFrom(this.#environment, outcome.newest);
  }

  close(): Promise<void> {
    return this.#environment.close();
  }

  /** Raises `UnavailableError` where there is no such index. */
  #read<T>(index: string, read: (place: IndexPlace) => T): T {
    return this.#environment.readNewest(() => {
      const place = this.#environment.catalog.find(index);
      if (!place) throw missing(index);
      return read(place);
    });
  }

  #write<T>(index: string, write: (place: IndexPlace) => T): Promise<T | 'refused'> {
    const { catalog } = this.#environment;
    return this.#environment.write(() => {
      const place = catalog.find(index);
      return place && catalog.stateOf(place) === 'open' ? write(place) : 'refused';
    });
  }

  /** Undefined where the hold is another's. */
  #held({ index, token }: Hold): IndexPlace | undefined {
    const { catalog } = this.#environment;
    const place = catalog.find(index);
    return place && catalog.holdOf(place)?.[1] === token ? place : undefined;
  }

  async #clearRemoved(): Promise<void> {
    const { catalog } = this.#environment;
    for (const place of this.#environment.readNewest(() => catalog.removed())) {
      await clearEntries(this.#environment, place);
      await this.#environment.write(() => catalog.forget(place));
    }
  }

  #marksAfter({ prefix }: IndexPlace, after: string | undefined): HeadMark[] {
    const all = rangeOf(prefix);
    const start = after === undefined ? all.start : Buffer.concat([idKey(prefix, idBytes(after)), LEAST]);
    const range = { start, end: all.end, limit: HEADS_TOGETHER };
    const marks: HeadMark[] = [];
    for (const { key, value } of this.#environment.tables.heads.getRange(range)) {
      marks.push({ id: idOfKey(key).toString('latin1'), currentVersion: value[3], deleted: value[1] });
    }
    return marks;
  }
}

/** After a key: the least key above it. */
const LEAST = Buffer.of(0);

function heldByAnother(index: string): HeldByAnotherError {
  return new HeldByAnotherError(`${index} is held by another process`);
}

function described(place: IndexPlace | undefined): ConcreteIndex | undefined {
  return place && { name: place.name, generation: place.generation, schemaVersion: place.schemaVersion };
}

function missing(index: string): UnavailableError {
  return new UnavailableError(`there is no index ${index}`);
}
