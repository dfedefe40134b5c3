import { forEachConcurrently } from '../../platform/concurrently.js';
import { DamagedObjectError, OperatorError } from '../../domain/errors.js';
import { ApiKeyRecords } from '../../log/api-key-records.js';
import { readObject, unreadableAs, UnreadableObjectError } from '../../log/json-objects.js';
import { suspensionOfKey } from '../../log/object-keys.js';
import { decodeSlot } from '../../log/slot-codec.js';
import { isReadable } from '../shared/is-readable.js';
import { keepExample } from '../shared/keep-example.js';
import { documentIdOfKey, KIND_PREFIXES, LOG_KINDS, MANY, type LogKind } from '../shared/sync-kinds.js';
import { keysOfKind, mergeListings, type Listed } from '../shared/sync-merge.js';
import { WalkProgress } from '../shared/walk-progress.js';
import type { CopyLog } from './copy-report.js';
import { settleDifference, type ObjectPair } from './settle-difference.js';

/** More conflicts mean two different logs. */
const MOST_CONFLICTS = 1_000;

const LABELS: Readonly<Record<LogKind, string>> = {
  revocations: 'Revocations',
  suspensions: 'Suspensions',
  owners: 'Plans',
  keys: 'Keys',
  documents: 'Versions',
  'asset-uses': 'Uses of assets',
  assets: 'Assets',
  'asset-log': 'Entries of assets',
  'by-key': 'Keys of documents',
  folders: 'Folders of older releases',
  'folder-trees': 'Changes of folders',
  'folder-sweeps': 'Deleted folders with documents',
};

/** Whether the keys after this one in its group may be written. */
type Outcome = 'continue' | 'stop';

/** Lists both places once, and copies what the target lacks. Later rounds see the same again: only changes count. */
export class CopyRound {
  /** Objects copied or rewritten, and those that were removed meanwhile: another round looks again. */
  changes = 0;
  readonly #copy: CopyLog;
  readonly #isFirst: boolean;

  constructor(copy: CopyLog, isFirst: boolean) {
    this.#copy = copy;
    this.#isFirst = isFirst;
  }

  async run(): Promise<void> {
    const { target, report, progress, dryRun } = this.#copy;
    report.heldBack = 0;
    for (const kind of LOG_KINDS) {
      if (this.#isFirst) progress.start(LABELS[kind]);
      await this.#copyKind(kind);
      // Services of the target notice the new keys. Round 1 always marks: an earlier run may have died before this.
      if (kind === 'keys' && !dryRun && (this.#isFirst || this.changes > 0))
        await new ApiKeyRecords(target).markChange();
    }
  }

  async #copyKind(kind: LogKind): Promise<void> {
    const { source, target, signal, width } = this.#copy;
    const onForeign = this.#isFirst ? (key: string) => this.foreign(key) : undefined;
    const listed = mergeListings(keysOfKind(source, kind, onForeign), keysOfKind(target, kind));
    const groups = groupsOf(kind, this.#isFirst && MANY.has(kind) ? this.#withTotal(kind, listed) : listed);
    await forEachConcurrently(groups, { width, signal }, (group) => this.#copyGroup(kind, group));
  }

  /**
   * Writes slots as the write protocol does: by create-if-absent, in order, never after a slot that differs from the
   * source's. A document deleted at the target stays deleted.
   */
  async #copyGroup(kind: LogKind, group: readonly Listed[]): Promise<void> {
    const { signal, report, progress } = this.#copy;
    for (const [i, { key, at }] of group.entries()) {
      signal.throwIfAborted();
      const isBelowCopy = kind === 'documents' && group[i + 1]?.at === 'source';
      const look = { source: this.#copyOne, both: this.#checkBoth, target: this.#checkTarget }[at];
      if ((await look.call(this, kind, { key, isBelowCopy })) === 'continue') continue;
      const held = group.slice(i + 1).filter((each) => each.at === 'source').length;
      report.heldBack += held;
      return progress.advance(held);
    }
  }

  /** Copies unreadable objects too. After a lost answer one may land late; the next run finds or rewrites the same. */
  async #copyOne(kind: LogKind, { key }: Placed): Promise<Outcome> {
    const { target, report, dryRun } = this.#copy;
    const body = dryRun ? new Uint8Array() : await this.#readSource(kind, key);
    if (body === 'conflict') return 'stop';
    if (body === undefined) return this.#changed();
    if (!dryRun) {
      const outcome = await target.create(key, body);
      const found = await target.read(key);
      // The target is deleting the document: the next round looks again.
      if (found === undefined) return this.#changed();
      if (outcome === 'exists') return this.#settle(kind, { key, source: body, target: found });
      if (Buffer.compare(body, found) !== 0)
        return this.#conflict(key, 'the target returns another object than was written');
    }
    report.copied[kind]++;
    report.copiedBytes += body.byteLength;
    return this.#changed();
  }

  async #checkBoth(kind: LogKind, { key, isBelowCopy }: Placed): Promise<Outcome> {
    const { target, verify } = this.#copy;
    const isRewritten = kind === 'owners' || kind === 'keys';
    if (!(this.#isFirst && verify) && !isRewritten && !isBelowCopy) return this.#present(false);
    const [ours, theirs] = await Promise.all([this.#readSource(kind, key), target.read(key)]);
    if (ours === 'conflict') return 'stop';
    if (ours === undefined || theirs === undefined) return this.#changed();
    return this.#settle(kind, { key, source: ours, target: theirs });
  }

  /** A deletion at the source removes the versions below its tombstone. A tombstone that it lacks ends the document. */
  async #checkTarget(_kind: LogKind, { key, isBelowCopy }: Placed): Promise<Outcome> {
    const { target, report } = this.#copy;
    if (this.#isFirst) report.onlyAtTarget++;
    const found = isBelowCopy ? await target.read(key) : undefined;
    return found && isTombstone(key, found) ? 'stop' : 'continue';
  }

  async #settle(kind: LogKind, pair: ObjectPair): Promise<Outcome> {
    const { target, report, dryRun } = this.#copy;
    const settlement = settleDifference(kind, pair);
    if (settlement === 'keep') return this.#present(true);
    if (settlement !== 'replace') return this.#conflict(pair.key, settlement.why);
    if (!dryRun) await target.put(pair.key, pair.source);
    report.updated++;
    return this.#changed();
  }

  /** An object too large for the format is a conflict; nothing is written after it. */
  async #readSource(kind: LogKind, key: string): Promise<Uint8Array | 'conflict' | undefined> {
    const { source, report } = this.#copy;
    try {
      const body = await readObject(source, key);
      if (this.#isFirst && body && !isReadable(kind, key, body)) {
        report.unreadable++;
        keepExample(report.firstUnreadable, key);
      }
      return body;
    } catch (error) {
      if (!(error instanceof UnreadableObjectError)) throw error;
      const isDamaged = error.cause instanceof DamagedObjectError;
      this.#conflict(key, isDamaged ? error.message : 'it is too large to be an object of a log');
      return 'conflict';
    }
  }

  foreign(key: string): void {
    this.#copy.report.foreign++;
    keepExample(this.#copy.report.firstForeign, key);
  }

  #changed(): Outcome {
    this.changes++;
    this.#copy.progress.advance();
    return 'continue';
  }

  #present(isCompared: boolean): Outcome {
    const { report, progress } = this.#copy;
    progress.advance();
    if (this.#isFirst) report.present++;
    if (this.#isFirst && isCompared) report.compared++;
    return 'continue';
  }

  /** Raises `OperatorError` at the thousandth. */
  #conflict(key: string, why: string): Outcome {
    const { report, progress } = this.#copy;
    progress.advance();
    if (report.conflicts.some((each) => each.key === key)) return 'stop';
    report.conflicts.push({ key, why });
    progress.note(`${key}: ${why}`);
    if (report.conflicts.length < MOST_CONFLICTS) return 'stop';
    throw new OperatorError(
      `${MOST_CONFLICTS} objects differ at the target: source and target hold two different logs`,
    );
  }

  /** Passes a listing through and estimates its source keys. */
  async *#withTotal(kind: LogKind, listed: AsyncIterable<Listed>): AsyncGenerator<Listed> {
    const walk = new WalkProgress(this.#copy.progress, null);
    for await (const each of listed) {
      if (each.at !== 'target') walk.expect(each.key.slice(KIND_PREFIXES[kind].length), 1);
      yield each;
    }
    walk.end();
  }
}

/** `isBelowCopy`: the slot after it is to be copied, so this one must be the source's. */
type Placed = { key: string; isBelowCopy: boolean };

/** What one worker copies in order: the slots of a document, or the suspensions of an owner. */
async function* groupsOf(kind: LogKind, listed: AsyncIterable<Listed>): AsyncGenerator<Listed[]> {
  const nameOf = (key: string) =>
    kind === 'documents' ? documentIdOfKey(key) : (kind === 'suspensions' && suspensionOfKey(key)?.owner) || key;
  // The newest suspension record first: it alone holds, so a partial copy never lifts a suspension.
  const ordered = (group: Listed[]) => (kind === 'suspensions' ? group.toReversed() : group);
  let [name, group] = ['', [] as Listed[]];
  for await (const each of listed) {
    if (nameOf(each.key) !== name && group.length > 0) {
      yield ordered(group);
      group = [];
    }
    name = nameOf(each.key);
    group.push(each);
  }
  if (group.length > 0) yield ordered(group);
}

function isTombstone(key: string, body: Uint8Array): boolean {
  try {
    return decodeSlot(key, body).deleted;
  } catch (error) {
    return unreadableAs(false)(error);
  }
}
