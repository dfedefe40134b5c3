import type { Deadline } from '../../platform/deadline.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import { headOf, type LivingHead } from '../../domain/head.js';
import { checkSameRequest } from '../../domain/idempotency.js';
import { IDEMPOTENCY_WINDOW } from '../../domain/limits.js';
import { checkPrecondition, type Precondition } from '../../domain/precondition.js';
import type { IdempotencyMark, Slot, VersionSummary } from '../../domain/version.js';
import { checkOwned } from '../owned-head.js';
import { readSummaries, type SummaryReads } from '../read-summaries.js';
import { announceWrite, type AnnouncePorts } from './announce-write.js';
import { catchUpHead } from './publish-head.js';
import { claimSlot } from '../../log/version-log.js';
import { HeadPublisher, READ_AND_DELETED, type HeadPublisherPorts, type LivingAt } from './head-publisher.js';
import type { Owned } from '../../domain/api-key.js';

type WriterPorts = HeadPublisherPorts & SummaryReads & AnnouncePorts;

export type Append<S extends Slot> = {
  actor: Owned;
  documentId: string;
  precondition: Precondition | undefined;
  idempotency: IdempotencyMark | null;
  /** `head` may be unconfirmed. `reached`: the newest version that readers find. Its errors refuse the write. */
  makeSlot(head: LivingHead, reached: number): Promise<S> | S;
};

type Appended = Slot | VersionSummary;

type PendingWrite = {
  append: Append<Slot>;
  deadline: Deadline;
  answer(appended: Appended | Promise<Appended>): void;
  fail(error: unknown): void;
};

type WriteBase = { head: LivingHead; isRead: boolean };

export const MOST_AHEAD = 64;

/** Writes of one owner to one document in this process, in order. Claims run ahead of the head (`HeadPublisher`). */
class DocumentWriter {
  readonly #ports: WriterPorts;
  readonly #publisher: HeadPublisher;
  readonly #endIfIdle: () => void;
  readonly #waiting: PendingWrite[] = [];
  /** The head that the next slot follows, of the last own claim or as read; undefined: to be read. */
  #newest: LivingHead | undefined;
  #isRunning = false;
  #isEndAnnounced = false;
  /** The slot of the tombstone that was read; 0: none was. */
  #endedAt = 0;

  constructor(ports: WriterPorts, onIdle: () => void) {
    this.#ports = ports;
    this.#endIfIdle = () => {
      if (!this.#isRunning && this.#publisher.isIdle) onIdle();
    };
    this.#publisher = new HeadPublisher(ports, this.#endIfIdle);
  }

  /** Raises `UnavailableError` at the deadline. A write that is not begun by then never begins. */
  append(append: Append<Slot>, deadline: Deadline): Promise<Appended> {
    const appended = new Promise<Appended>((answer, fail) => this.#waiting.push({ append, deadline, answer, fail }));
    if (!this.#isRunning) void this.#run();
    return deadline.within(appended, 'waiting for a slot');
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let write = this.#waiting.shift(); write; write = this.#waiting.shift()) {
      await this.#take(write).catch(write.fail);
    }
    this.#isRunning = false;
    this.#endIfIdle();
  }

  async #take(write: PendingWrite): Promise<void> {
    const { append, deadline, answer } = write;
    let inspected = 0;
    let mayBeRead = false;
    for (let attempt = 0; ; attempt++) {
      deadline.check('waiting for a slot');
      const base = await this.#base(append).catch((error: unknown) => {
        throw mayBeRead ? unsure(error) : error;
      });
      const { reached } = this.#publisher;
      const repeat = append.idempotency && (await this.#repeatOf(append.idempotency, write, inspected));
      if (repeat && (base.isRead || repeat.isSettledLater)) return answer(repeat.appended);
      const slot = repeat ? this.#checkAgain() : await this.#slotAfter(base, append);
      if (!slot) continue;
      inspected = reached;
      const outcome = await this.#claim(slot, append, deadline);
      if (outcome === 'own') return answer(this.#publisher.add(slot, deadline));
      // It may be an own claim that was answered late and that others have brought into the head.
      mayBeRead ||= outcome === 'lost' && !slot.deleted;
      // No pause after helping, which brings a free slot nearer each time.
      if (outcome === 'lost' && attempt > 0) await deadline.pause(attempt, 'waiting for a slot');
    }
  }

  /** The head of the last own claim while under way, else as read now. Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`. */
  async #base(append: Append<Slot>): Promise<WriteBase> {
    const { claimed, isSound } = this.#publisher;
    if (this.#newest && isSound && claimed.length > 0 && claimed.length < MOST_AHEAD) {
      return { head: checkOwned(this.#newest, append.actor), isRead: false };
    }
    await this.#publisher.settled();
    const at = await this.#read(append);
    this.#publisher.found(at);
    this.#newest = at.head;
    return { head: at.head, isRead: true };
  }

  /** The cached head may be stale: re-read it before rejecting or reporting a duplicate. */
  #checkAgain(): undefined {
    this.#newest = undefined;
  }

  /** This answer may be the first to report a deletion whose own request died: later searches must agree. */
  async #read({ documentId, actor }: Append<Slot>): Promise<LivingAt> {
    const at = await this.#ports.index.readHead(documentId, actor.owner);
    if (at?.head.deleted) this.#endedAt = at.head.currentVersion;
    if (at?.head.deleted === true && at.head.owner === actor.owner && !this.#isEndAnnounced) {
      await announceWrite(this.#ports, actor.owner, { change: { document: documentId } });
      this.#isEndAnnounced = true;
    }
    return { head: checkOwned(at?.head, actor), revision: (at as LivingAt).revision };
  }

  /** Searches claims beyond the head too (rules inspectQueue, inspectEverySlot). */
  async #repeatOf(
    mark: IdempotencyMark,
    { append, deadline }: PendingWrite,
    after: number,
  ): Promise<{ appended: Appended | Promise<Appended>; isSettledLater: boolean } | undefined> {
    const { claimed, reached: upTo } = this.#publisher;
    const duplicate = claimed.find(({ slot }) => !slot.deleted && slot.idempotency?.key === mark.key);
    if (duplicate) {
      const again = () => this.append(append, deadline);
      return { appended: duplicate.settled.then((slot) => sameRequest(slot, mark), again), isSettledLater: true };
    }
    const repeat = await findRepeat(this.#ports, { documentId: append.documentId, mark, after, upTo });
    return repeat && { appended: repeat, isSettledLater: false };
  }

  /** Undefined: check again. `If-Match` is compared with the newest claim (rule matchLastClaim). */
  async #slotAfter({ head, isRead }: WriteBase, append: Append<Slot>): Promise<Slot | undefined> {
    try {
      const slot = await append.makeSlot(head, this.#publisher.reached);
      checkPrecondition(append.precondition, head);
      return slot;
    } catch (error) {
      // Only a head that was read in this turn may reject a write (rule answerAfterHead).
      if (isRead) throw error;
      return this.#checkAgain();
    }
  }

  async #claim(slot: Slot, append: Append<Slot>, deadline: Deadline): Promise<'own' | 'caught up' | 'lost'> {
    deadline.check('preparing a slot');
    // Set after an own claim only (rule claimWhenConfirmed), and never after a tombstone (rule nothingAfterDelete).
    this.#newest = undefined;
    const claim = await claimSlot(this.#ports.log, slot, deadline);
    if (claim.outcome === 'own') {
      if (!slot.deleted) this.#newest = headOf(slot) as LivingHead;
      return 'own';
    }
    await this.#publisher.settled();
    if (claim.outcome !== 'taken') return 'lost';
    await this.#help(claim.by, append).catch((error: unknown) => {
      // Behind the slot: the own claim may have landed in it and been read, before a delete freed it (endedIsUnsure).
      throw !slot.deleted && this.#endedAt > slot.version ? unsure(error) : error;
    });
    return 'caught up';
  }

  async #help(slot: Slot, append: Append<Slot>): Promise<void> {
    const at = await this.#read(append);
    if (at.head.currentVersion === slot.version - 1) await catchUpHead(this.#ports, { slot, from: at });
  }
}

/** A version that others may have read before the delete is 503, outcome unknown, not 404. */
function unsure(error: unknown): unknown {
  const hasEnded = error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND';
  return hasEnded ? new UnavailableError(READ_AND_DELETED, { cause: error }) : error;
}

function sameRequest(slot: Slot, mark: IdempotencyMark): Slot {
  if (!slot.deleted) checkSameRequest(mark, { mark: slot.idempotency, documentId: slot.document.id });
  return slot;
}

type RepeatSearch = { documentId: string; mark: IdempotencyMark; after: number; upTo: number };

/** The version of an earlier request with this key, in the newest hundred. Raises `IDEMPOTENCY_KEY_REUSED`. */
async function findRepeat(ports: WriterPorts, search: RepeatSearch): Promise<VersionSummary | undefined> {
  const first = Math.max(search.after, search.upTo - IDEMPOTENCY_WINDOW) + 1;
  if (first > search.upTo) return undefined;
  const { documentId, mark } = search;
  const summaries = await readSummaries(ports, documentId, { from: first, to: search.upTo });
  const repeat = summaries.find((summary) => summary.idempotency?.key === mark.key);
  if (repeat) checkSameRequest(mark, { mark: repeat.idempotency, documentId });
  return repeat;
}

export class DocumentWriters {
  readonly #ports: WriterPorts;
  readonly #writers = new Map<string, DocumentWriter>();

  constructor(ports: WriterPorts) {
    this.#ports = ports;
  }

  append(append: Append<Slot>, deadline: Deadline): Promise<Appended> {
    // One queue per owner: another owner's write is refused in a queue of its own, so the owner's writes never wait.
    const name = `${append.actor.owner} ${append.documentId}`;
    let writer = this.#writers.get(name);
    if (!writer) {
      writer = new DocumentWriter(this.#ports, () => this.#writers.delete(name));
      this.#writers.set(name, writer);
    }
    return writer.append(append, deadline);
  }
}
