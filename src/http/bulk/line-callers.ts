import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Authenticate } from '../../operations/auth/authenticate.js';
import type { Admission, Counters, RateWindow, WindowName } from '../../ports/counters.js';
import { secondsLeft } from '../middleware/admit-caller.js';
import type { HttpContext } from '../state.js';

export type LineCaller = { actor: Actor; admission: Admission };

export type CallerServices = { authenticate: Authenticate; counters: Pick<Counters, 'admit'> };

/**
 * Bytes are counted once they are written, so lines that are admitted together do not see each other's. They lie in one
 * chunk of the body, of 64 KiB at most. With less room than this, each line is admitted in its turn.
 */
const ROOM_FOR_LINES_AHEAD = 1024 * 1024;

/** Admits the caller of a request once more for each line. The admission of the request is that of the first line. */
export class LineCallers {
  readonly #key: string;
  readonly #services: CallerServices;
  /** Of the next lines, in their order. */
  readonly #admissions: Promise<Admission>[];
  /** As the last line saw it. */
  #bytesWindow: RateWindow | undefined;

  constructor(ctx: HttpContext, services: CallerServices) {
    this.#key = ctx.get('X-API-Key');
    this.#services = services;
    const { admission } = ctx.state as LineCaller;
    this.#admissions = [Promise.resolve(admission)];
  }

  /**
   * Admits the caller for the next line. If that line is not admitted yet, `linesAhead` more are admitted in the same
   * turn of the event loop: they wait for one round trip together. Those that never get their turn are counted all the
   * same. Raises `RATE_LIMITED`, and `INVALID_API_KEY` if the key was revoked meanwhile.
   */
  async next(linesAhead: () => number): Promise<LineCaller> {
    // The key was met, so it needs no admission to be looked up.
    const actor = await this.#services.authenticate(this.#key, async () => undefined);
    if (this.#admissions.length === 0) this.#admit(actor, 1 + this.#mostAhead(linesAhead));
    const admission = await (this.#admissions.shift() as Promise<Admission>);
    const { refusedBy, bytes } = admission;
    this.#bytesWindow = bytes;
    if (refusedBy) throw refusal(refusedBy, admission[refusedBy] as RateWindow);
    return { actor, admission };
  }

  #mostAhead(linesAhead: () => number): number {
    const { remaining = Infinity } = this.#bytesWindow ?? {};
    return remaining < ROOM_FOR_LINES_AHEAD ? 0 : linesAhead();
  }

  #admit({ owner, plan }: Actor, lines: number): void {
    for (let count = 0; count < lines; count++) {
      const admission = this.#services.counters.admit(owner, plan, { bytes: 'shown' });
      // A failure is raised in the turn of its line.
      admission.catch(() => undefined);
      this.#admissions.push(admission);
    }
  }
}

/** Judges the line by the window of bytes. Raises `RATE_LIMITED`. */
export function judgeBytes({ bytes: window }: Admission, bytes: number): void {
  if (window && (window.remaining === 0 || window.remaining < bytes)) throw refusal('bytes', window);
}

function refusal(window: WindowName, left: RateWindow): QuireError {
  return new QuireError('RATE_LIMITED', { window, retry_after: secondsLeft(left) });
}
