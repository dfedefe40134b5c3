import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Authenticate } from '../../operations/auth/authenticate.js';
import { StoredBytes } from '../../operations/write/stored-bytes.js';
import type { Admission, Counters, QuotaRequest, RateWindow, WindowName } from '../../ports/counters.js';
import { secondsLeft } from '../middleware/admit-caller.js';
import { sentKey } from '../middleware/sent-key.js';
import type { HttpContext } from '../state.js';

/** `full`: the refusal of a line that stores something. Such a line counts as no request; any other is let in. */
export type LineCaller = { actor: Actor; admission: Admission; stored: StoredBytes; full?: QuireError };

type LineCounters = Pick<Counters, 'admit' | 'reserveBytes' | 'releaseBytes'>;
export type CallerServices = { authenticate: Authenticate; counters: LineCounters };

/** `bytes`: of the line. `linesAhead`: of the lines that follow, as far as they are at hand. */
type NextLine = { bytes: number; linesAhead(): readonly number[] };

/**
 * Admits the caller of a request once more for each line, and reserves the line's bytes in the same step. The admission
 * of the request is that of the first line, whose bytes were not known then.
 */
export class LineCallers {
  readonly #key: string | undefined;
  readonly #services: CallerServices;
  readonly #owner: string;
  /** Of the next lines, in their order. */
  readonly #admissions: Promise<Admission>[];

  constructor(ctx: HttpContext, services: CallerServices) {
    this.#key = sentKey(ctx);
    this.#services = services;
    const { admission, actor } = ctx.state as LineCaller;
    this.#owner = actor.owner;
    this.#admissions = [Promise.resolve(admission)];
  }

  /**
   * Admits the caller for the next line. If that line is not admitted yet, those ahead are admitted in the same turn of
   * the event loop: they wait for one round trip together. Those that never get their turn are counted all the same, as
   * requests. Raises `RATE_LIMITED`, and `INVALID_API_KEY` if the key was revoked meanwhile.
   */
  async next({ bytes, linesAhead }: NextLine): Promise<LineCaller> {
    // The key was seen, so it needs no admission to be looked up.
    const actor = await this.#services.authenticate(this.#key, async () => undefined);
    const isAhead = this.#admissions.length > 0;
    if (!isAhead) for (const line of [bytes, ...linesAhead()]) this.#admit(actor, line);
    let admission = await (this.#admissions.shift() as Promise<Admission>);
    // Lines before it may have given back their bytes meanwhile. A refusal by bytes has counted nothing.
    if (isAhead && admission.refusedBy === 'bytes') admission = await this.#ask(actor, bytes);
    const { refusedBy } = admission;
    if (refusedBy === 'bytes') return { ...this.#caller(actor, admission), full: refusalOf(admission, refusedBy) };
    if (refusedBy) throw refusalOf(admission, refusedBy);
    return this.#caller(actor, admission);
  }

  /** Admits a line that stores nothing, after the window of bytes refused it. Raises `RATE_LIMITED`. */
  async letIn({ actor }: LineCaller): Promise<LineCaller> {
    const admission = await this.#ask(actor, 'shown');
    if (admission.refusedBy) throw refusalOf(admission, admission.refusedBy);
    return this.#caller(actor, admission);
  }

  /** Gives back the bytes of the lines that never get their turn. */
  async end(): Promise<void> {
    const left = this.#admissions.splice(0);
    await Promise.all(
      left.map(async (asked) => {
        const admission = await asked.catch(() => undefined);
        if (admission) await this.#stored({ owner: this.#owner }, admission).release();
      }),
    );
  }

  #caller(actor: Actor, admission: Admission): LineCaller {
    return { actor, admission, stored: this.#stored({ owner: actor.owner, limit: actor.plan.bytesPerDay }, admission) };
  }

  #stored({ owner, limit }: { owner: string; limit?: number | undefined }, { reserved }: Admission): StoredBytes {
    const { counters } = this.#services;
    return new StoredBytes({ counters, owner, limit, reserved, refuse: refuseBytes });
  }

  #admit(actor: Actor, bytes: number): void {
    const admission = this.#ask(actor, bytes);
    // A failure is raised in the turn of its line.
    admission.catch(() => undefined);
    this.#admissions.push(admission);
  }

  #ask({ owner, plan }: Actor, bytes: QuotaRequest['bytes']): Promise<Admission> {
    return this.#services.counters.admit(owner, plan, { bytes });
  }
}

function refuseBytes(left: RateWindow): never {
  throw refusal('bytes', left);
}

function refusalOf(admission: Admission, window: WindowName): QuireError {
  return refusal(window, admission[window] as RateWindow);
}

function refusal(window: WindowName, left: RateWindow): QuireError {
  return new QuireError('RATE_LIMITED', { window, retry_after: secondsLeft(left) });
}
