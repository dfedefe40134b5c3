import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Authenticate } from '../../operations/auth/authenticate.js';
import type { Admission, Counters, RateWindow, WindowName } from '../../ports/counters.js';
import { secondsLeft } from '../middleware/admit-caller.js';
import type { HttpContext } from '../state.js';

export type LineCaller = { actor: Actor; admission: Admission };

export type CallerServices = { authenticate: Authenticate; counters: Pick<Counters, 'admit'> };

/** Admits the caller of a request once more for each line. The admission of the request is that of the first line. */
export class LineCallers {
  readonly #key: string;
  readonly #services: CallerServices;
  #first: LineCaller | undefined;

  constructor(ctx: HttpContext, services: CallerServices) {
    this.#key = ctx.get('X-API-Key');
    this.#services = services;
    const { actor, admission } = ctx.state as LineCaller;
    this.#first = { actor, admission };
  }

  /** Raises `RATE_LIMITED`, and `INVALID_API_KEY` if the key was revoked meanwhile. */
  async admit(): Promise<LineCaller> {
    const first = this.#first;
    this.#first = undefined;
    return first ?? (await this.#admitAgain());
  }

  async #admitAgain(): Promise<LineCaller> {
    const { authenticate, counters } = this.#services;
    // The key was met, so it needs no admission to be looked up.
    const actor = await authenticate(this.#key, async () => undefined);
    const admission = await counters.admit(actor.owner, actor.plan, { bytes: 'shown' });
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
