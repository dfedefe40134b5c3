import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Authenticate } from '../../operations/auth/authenticate.js';
import type { Admission, Counters, RateWindow, WindowName } from '../../ports/counters.js';
import { secondsLeft } from '../middleware/admit-caller.js';
import type { HttpContext } from '../state.js';

export type LineCaller = { actor: Actor; admission: Admission };

export type CallerServices = { authenticate: Authenticate; counters: Pick<Counters, 'admit'> };

/** With less left in the window of bytes, each line is judged by what the lines before it have left there. */
const ROOM_FOR_LINES_AHEAD = 1024 * 1024;

/** Admits the caller of a request once more for each line. The admission of the request is that of the first line. */
export class LineCallers {
  readonly #key: string;
  readonly #services: CallerServices;
  /** Of the next lines, in their order. */
  readonly #callers: Promise<LineCaller>[];
  /** As it was read last. */
  #bytesWindow: RateWindow | undefined;

  constructor(ctx: HttpContext, services: CallerServices) {
    this.#key = ctx.get('X-API-Key');
    this.#services = services;
    const { actor, admission } = ctx.state as LineCaller;
    this.#callers = [Promise.resolve({ actor, admission })];
    this.#bytesWindow = admission.bytes;
  }

  /**
   * Admits the caller for the next line. `linesAhead` more are admitted in the same turn, so that they begin together.
   * Raises `RATE_LIMITED`, and `INVALID_API_KEY` if the key was revoked meanwhile.
   */
  next(linesAhead: () => number): Promise<LineCaller> {
    if (this.#callers.length === 0) {
      const { remaining = Infinity } = this.#bytesWindow ?? {};
      const ahead = remaining < ROOM_FOR_LINES_AHEAD ? 0 : linesAhead();
      for (let count = 0; count <= ahead; count++) this.#admit();
    }
    return this.#callers.shift() as Promise<LineCaller>;
  }

  #admit(): void {
    const caller = this.#admitOnce();
    // The line that it is for raises its failure.
    caller.catch(() => undefined);
    this.#callers.push(caller);
  }

  async #admitOnce(): Promise<LineCaller> {
    const { authenticate, counters } = this.#services;
    // The key was met, so it needs no admission to be looked up.
    const actor = await authenticate(this.#key, async () => undefined);
    const admission = await counters.admit(actor.owner, actor.plan, { bytes: 'shown' });
    this.#bytesWindow = admission.bytes;
    const { refusedBy } = admission;
    if (refusedBy) throw refusal(refusedBy, admission[refusedBy] as RateWindow);
    return { actor, admission };
  }
}

/** Judges the line by the window of bytes. Raises `RATE_LIMITED`. */
export function judgeBytes({ bytes: window }: Admission, bytes: number): void {
  if (window && (window.remaining === 0 || window.remaining < bytes)) throw refusal('bytes', window);
}

function refusal(window: WindowName, left: RateWindow): QuireError {
  return new QuireError('RATE_LIMITED', { window, retry_after: secondsLeft(left) });
}
