import { QuireError } from '../../domain/errors.js';
import type { BodyShare } from './body-budget.js';

const LOOK_EVERY_MS = 1_000;
const LOOKS = 10;
const LEAST_BYTES = LOOKS * 2_048;

export class BodyPace {
  readonly share: BodyShare;
  readonly giveUp: (error: QuireError) => void;
  /** Bytes as they came over the wire. */
  received = 0;
  /** `received` at the last looks, newest last. */
  readonly marks: number[] = [];

  constructor(share: BodyShare, giveUp: (error: QuireError) => void) {
    this.share = share;
    this.giveUp = giveUp;
  }
}

/** Aborts bodies with `REQUEST_TIMEOUT`: no byte for 10 s, or under 2 KiB/s while the owner is over half its part. */
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
