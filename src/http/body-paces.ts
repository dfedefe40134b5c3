import { QuireError } from '../domain/errors.js';
import type { BodyShare } from './body-budget.js';

const LOOK_EVERY_MS = 1_000;
/** A body's rate is judged over this many looks. */
const LOOKS = 10;
const LEAST_BYTES = LOOKS * 2_048;

/** A body that is being read. */
export class BodyPace {
  readonly share: BodyShare;
  readonly giveUp: (error: QuireError) => void;
  /** Bytes as they came over the wire. */
  received = 0;
  /** `received` at the last looks, the newest last. */
  readonly marks: number[] = [];

  constructor(share: BodyShare, giveUp: (error: QuireError) => void) {
    this.share = share;
    this.giveUp = giveUp;
  }
}

/**
 * Ends bodies that do not come: one that stood still for 10 seconds, and one that comes at less than 2 KB a second
 * where its owner holds more than half of what an owner may hold. Raises `REQUEST_TIMEOUT` to their readers.
 */
export class BodyPaces {
  readonly #paces = new Set<BodyPace>();
  #timer: NodeJS.Timeout | undefined;

  watch(pace: BodyPace): void {
    this.#paces.add(pace);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  release(pace: BodyPace): void {
    this.#paces.delete(pace);
  }

  #look(): void {
    for (const pace of this.#paces) {
      if (isTooSlow(pace)) pace.giveUp(new QuireError('REQUEST_TIMEOUT'));
    }
    if (this.#paces.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A body that waits for room is not read, so its client is not to blame. */
function isTooSlow({ share, received, marks }: BodyPace): boolean {
  if (share.isWaiting) {
    marks.length = 0;
    return false;
  }
  const came = received - (marks[0] ?? 0);
  const isJudged = marks.length === LOOKS;
  marks.push(received);
  if (marks.length > LOOKS) marks.shift();
  return isJudged && (came === 0 || (came < LEAST_BYTES && share.isOwnerOverHalf));
}
