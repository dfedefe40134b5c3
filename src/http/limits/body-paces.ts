import { QuireError } from '../../domain/errors.js';
import type { BodyShare } from './body-budget.js';

const LOOK_EVERY_MS = 1_000;
const LOOKS = 10;
const LEAST_BYTES = LOOKS * 2_048;

const LOOKS_PER_LINE = 60;

type Reading = Pick<BodyShare, 'isWaiting' | 'isOwnerOverHalf'>;

export class BodyPace {
  readonly reading: Reading;
  readonly giveUp: (error: QuireError) => void;
  /** Bytes as they came over the wire. */
  received = 0;
  /** `received` at the last looks, newest last. */
  readonly marks: number[] = [];
  /** Without end for a body that is no lines: the connection's clock limits it. */
  looksLeft = Infinity;

  constructor(reading: Reading, giveUp: (error: QuireError) => void) {
    this.reading = reading;
    this.giveUp = giveUp;
  }

  /** The client has a minute for this line, without the time in which the service does not read. */
  beginLine(): void {
    this.looksLeft = LOOKS_PER_LINE;
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
function isTooSlow(pace: BodyPace): boolean {
  const { reading, received, marks } = pace;
  if (reading.isWaiting) {
    marks.length = 0;
    return false;
  }
  const came = received - (marks[0] ?? 0);
  const isChecked = marks.length === LOOKS;
  marks.push(received);
  if (marks.length > LOOKS) marks.shift();
  if (--pace.looksLeft < 0) return true;
  return isChecked && (came === 0 || (came < LEAST_BYTES && reading.isOwnerOverHalf));
}
