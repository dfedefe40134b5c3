import type { Deadline } from '../../coordination/deadline.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import { headOf, type LivingHead } from '../../domain/head.js';
import { checkSameRequest } from '../../domain/idempotency.js';
import { checkPrecondition } from '../../domain/precondition.js';
import type { IdempotencyMark, Slot, VersionSummary } from '../../domain/version.js';
import type { Context } from '../context.js';
import { checkOwned } from '../owned-head.js';
import { acknowledge } from './acknowledge.js';
import { helpHead } from './advance-head.js';
import type { Append } from './append-slot.js';
import { claimSlot } from './claim-slot.js';
import { findRepeat } from './find-repeat.js';
import { HeadMover, READ_AND_DELETED, type LivingAt } from './head-mover.js';

/** A slot of one's own, or what is known of the one that an earlier request with the same key made. */
export type Appended = Slot | VersionSummary;

type Turn = {
  append: Append<Slot>;
  deadline: Deadline;
  answer(appended: Appended | Promise<Appended>): void;
  fail(error: unknown): void;
};

type Base = { head: LivingHead; isRead: boolean };

/** So many claims may be ahead of the head. */
export const MOST_AHEAD = 64;

/**
 * The writes of this process to one document, in the order they came. Slot after slot is claimed for them, each as soon
 * as the one before is known to be one's own (rule claimWhenConfirmed), and the head follows (`HeadMover`). As soon as
 * anything else comes of a claim, all are settled and the head is read again before another one is made.
 */
export class DocumentLine {
  readonly #context: Context;
  readonly #mover: HeadMover;
  readonly #endIfIdle: () => void;
  readonly #turns: Turn[] = [];
  /** What the next slot comes after: of one's own last claim, or as read; undefined: to be read. */
  #newest: LivingHead | undefined;
  #isRunning = false;
  #isEndTold = false;

  constructor(context: Context, onIdle: () => void) {
    this.#context = context;
    this.#endIfIdle = () => { if (!this.#isRunning && this.#mover.isIdle) onIdle(); };
    this.#mover = new HeadMover(context, this.#endIfIdle);
  }

  /** Raises `UnavailableError` at the deadline; a write whose turn has not come by then is never begun. */
  append(append: Append<Slot>, deadline: Deadline): Promise<Appended> {
    const appended = new Promise<Appended>((answer, fail) => this.#turns.push({ append, deadline, answer, fail }));
    if (!this.#isRunning) void this.#run();
    return deadline.within(appended, 'waiting for a slot');
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let turn = this.#turns.shift(); turn; turn = this.#turns.shift()) {
      await this.#take(turn).catch(turn.fail);
    }
    this.#isRunning = false;
    this.#endIfIdle();
  }

  async #take(turn: Turn): Promise<void> {
    const { append, deadline, answer } = turn;
    let inspected = 0;
    let mayBeRead = false;
    for (let attempt = 0; ; attempt++) {
      deadline.check('waiting for a slot');
      const base = await this.#base(append).catch((error: unknown) => { throw mayBeRead ? unsure(error) : error; });
      const { reached } = this.#mover;
      const repeat = append.idempotency && await this.#repeatOf(append.idempotency, turn, inspected);
      if (repeat && (base.isRead || repeat.isSettledLater)) return answer(repeat.appended);
      const slot = repeat ? this.#judgeAgain() : await this.#slotAfter(base, append);
      if (!slot) continue;
      inspected = reached;
      const outcome = await this.#claim(slot, append, deadline);
      if (outcome === 'own') return answer(this.#mover.add(slot, deadline));
      // It may have been one's own, whose claim was answered late, and which others have brought into the head.
      mayBeRead ||= outcome === 'lost' && !slot.deleted;
      // Whoever helps comes nearer to a free slot each time.
      if (outcome === 'lost' && attempt > 0) await deadline.pause(attempt, 'waiting for a slot');
    }
  }

  /**
   * The living head that the next slot comes after: that of one's own last claim as long as it is on its way, and
   * otherwise as it is read in this turn. Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`.
   */
  async #base(append: Append<Slot>): Promise<Base> {
    const { claimed, isSound } = this.#mover;
    if (this.#newest && isSound && claimed.length > 0 && claimed.length < MOST_AHEAD) {
      return { head: checkOwned(this.#newest, append.actor), isRead: false };
    }
    await this.#mover.settled();
    const at = await this.#read(append);
    this.#mover.found(at);
    this.#newest = at.head;
    return { head: at.head, isRead: true };
  }

  /** What a head that was not read in this turn says no to, or knows already, another process may have changed. */
  #judgeAgain(): undefined {
    this.#newest = undefined;
  }

  /**
   * Of a deletion this answer may be the first to tell, its own request having died or its outcome being unknown:
   * searches must not find the document after it.
   */
  async #read({ documentId, actor }: Append<Slot>): Promise<LivingAt> {
    const at = await this.#context.index.readHead(documentId);
    if (at?.head.deleted === true && at.head.owner === actor.owner && !this.#isEndTold) {
      await acknowledge(this.#context, actor.owner, { document: documentId });
      this.#isEndTold = true;
    }
    return { head: checkOwned(at?.head, actor), revision: (at as LivingAt).revision };
  }

  /** Looks through the claims that the head has not reached, too (rules inspectQueue, inspectEverySlot). */
  async #repeatOf(
    mark: IdempotencyMark, { append, deadline }: Turn, after: number,
  ): Promise<{ appended: Appended | Promise<Appended>; isSettledLater: boolean } | undefined> {
    const { claimed, reached: upTo } = this.#mover;
    const twin = claimed.find(({ slot }) => !slot.deleted && slot.idempotency?.key === mark.key);
    if (twin) {
      // Where the time of that one is up, this one's may not be.
      const again = () => this.append(append, deadline);
      return { appended: twin.settled.then((slot) => sameRequest(slot, mark), again), isSettledLater: true };
    }
    const repeat = await findRepeat(this.#context, { documentId: append.documentId, mark, after, upTo });
    return repeat && { appended: repeat, isSettledLater: false };
  }

  /**
   * Undefined: to be judged again. No is said by a head alone that was read in this turn (rule answerAfterHead).
   * `If-Match` speaks of the newest claim (rule matchLastClaim).
   */
  async #slotAfter({ head, isRead }: Base, append: Append<Slot>): Promise<Slot | undefined> {
    try {
      const slot = await append.makeSlot(head, this.#mover.reached);
      checkPrecondition(append.precondition, head.currentVersion);
      return slot;
    } catch (error) {
      if (isRead) throw error;
      return this.#judgeAgain();
    }
  }

  /** Where another's slot is in the place, that one is helped. */
  async #claim(slot: Slot, append: Append<Slot>, deadline: Deadline): Promise<'own' | 'helped' | 'lost'> {
    deadline.check('preparing a slot');
    // Known again when the claim is certainly one's own. Nothing comes after a tombstone (rule nothingAfterDelete).
    this.#newest = undefined;
    const claim = await claimSlot(this.#context.log, slot, deadline);
    if (claim.outcome === 'own') {
      if (!slot.deleted) this.#newest = headOf(slot) as LivingHead;
      return 'own';
    }
    await this.#mover.settled();
    if (claim.outcome !== 'taken') return 'lost';
    await this.#help(claim.by, append);
    return 'helped';
  }

  async #help(slot: Slot, append: Append<Slot>): Promise<void> {
    const at = await this.#read(append);
    if (at.head.currentVersion === slot.version - 1) await helpHead(this.#context, { slot, from: at });
  }
}

/** Where the document has ended meanwhile, a version that others may have read is not said not to have been. */
function unsure(error: unknown): unknown {
  const hasEnded = error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND';
  return hasEnded ? new UnavailableError(READ_AND_DELETED, { cause: error }) : error;
}

function sameRequest(slot: Slot, mark: IdempotencyMark): Slot {
  if (!slot.deleted) checkSameRequest(mark, slot.idempotency);
  return slot;
}

/** The lines of all documents that something is being written to. */
export class DocumentLines {
  readonly #lines = new Map<string, DocumentLine>();

  append(context: Context, append: Append<Slot>, deadline: Deadline): Promise<Appended> {
    const { documentId } = append;
    let line = this.#lines.get(documentId);
    if (!line) {
      line = new DocumentLine(context, () => this.#lines.delete(documentId));
      this.#lines.set(documentId, line);
    }
    return line.append(append, deadline);
  }
}
