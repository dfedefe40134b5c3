import { OverloadedError } from '../../domain/errors.js';
import { KeyedQueue, type Turn } from '../../platform/keyed-queue.js';

export type BodyBudgetOptions = {
  /** For all bodies being read or worked on. */
  totalBytes: number;
  bodyBytes: number;
  waitMs?: number;
};

/** One owner gets at most a quarter of the budget. */
const OWNER_PART = 4;
/** All forms together get half of it: three of the largest would fill it, and every other write would wait for them. */
const FORM_PART = 2;
const WAIT_MS = 10_000;

/**
 * Bounds the bytes of request bodies in this process, in total and per owner. A body is admitted before it is read, and
 * waits for that in order. Parsed values that take more than their text have a budget of their own, of half as much:
 * what waits for it holds only a body, and what has it waits for nothing, so no two wait for each other.
 */
export class BodyBudget {
  readonly #bodies: KeyedQueue;
  readonly #values: KeyedQueue;
  readonly #forms: KeyedQueue;

  constructor({ totalBytes, bodyBytes, waitMs = WAIT_MS }: BodyBudgetOptions) {
    const refusal = () => new OverloadedError('too many request bodies are under way');
    const queueOf = (most: number, mostOfOne: number) => new KeyedQueue({ most, mostOfOne, waitMs, refusal });
    this.#bodies = queueOf(totalBytes, Math.max(bodyBytes, totalBytes / OWNER_PART));
    this.#values = queueOf(totalBytes / 2, totalBytes / 2 / OWNER_PART);
    this.#forms = queueOf(totalBytes / FORM_PART, totalBytes / FORM_PART);
  }

  /**
   * `bytes`: stated, or the most that may come. A form waits for other forms first. Raises `OverloadedError` if there
   * is no room within the wait.
   */
  async admit(owner: string, bytes: number, isForm = false): Promise<AdmittedBody> {
    const turns = isForm ? [await this.#forms.enter(owner, { units: bytes })] : [];
    const body = new AdmittedBody(turns, (units) => this.#values.enter(owner, { units }));
    try {
      turns.push(await this.#bodies.enter(owner, { units: bytes }));
    } catch (error) {
      body.end();
      throw error;
    }
    return body;
  }
}

/** Holds its bytes until it is ended. */
export class AdmittedBody {
  readonly #turns: readonly Turn[];
  readonly #admitValues: (bytes: number) => Promise<Turn>;
  #values: Turn | undefined;

  constructor(turns: readonly Turn[], admitValues: (bytes: number) => Promise<Turn>) {
    this.#turns = turns;
    this.#admitValues = admitValues;
  }

  /** The body is read, and has so many bytes. */
  shrinkTo(bytes: number): void {
    for (const turn of this.#turns) turn.shrinkTo(bytes);
  }

  /** For parsed values, once. Raises `OverloadedError` if there is no room within the wait. */
  async admitValues(bytes: number): Promise<void> {
    this.#values = await this.#admitValues(bytes);
  }

  end(): void {
    for (const turn of this.#turns) turn.end();
    this.#values?.end();
  }
}
