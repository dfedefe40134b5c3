import { UnavailableError } from '../../../src/domain/errors.js';
import { SeededRandom } from '../oracle/seeded-random.js';
import type { Interceptor, Port } from '../intercept-backends.js';

/**
 * `failed`: nothing was done. `lost`: it was done, and the answer was lost. `late`: it is done after the caller was
 * told that it failed. `slow`: it takes longer.
 */
export type FaultKind = 'failed' | 'lost' | 'late' | 'slow';

/** What goes wrong with a share of a backend's calls. */
export type BackendFault = { port: Port; kinds: readonly FaultKind[]; share: number; seed: number };

const LONGEST_MS = 1_500;

/** Stands between a service and its real backends, and lets some calls go wrong. */
export class BackendFaults {
  #fault: BackendFault | undefined;
  #random = new SeededRandom(0);

  set(fault: BackendFault | undefined): void {
    this.#fault = fault;
    this.#random = new SeededRandom(fault?.seed ?? 0);
  }

  readonly through: Interceptor = async ({ port }, real) => {
    if (this.#fault?.port !== port || !this.#random.chance(this.#fault.share)) return real();
    const afterMs = this.#random.below(LONGEST_MS);
    switch (this.#random.pick(this.#fault.kinds)) {
      case 'failed':
        throw new UnavailableError('failed before anything was done');
      case 'lost':
        await real();
        throw new UnavailableError('done, but the answer was lost');
      case 'late':
        // What of it fails then, fails unheard.
        setTimeout(() => {
          real().catch(() => undefined);
        }, afterMs);
        throw new UnavailableError('not done yet');
      case 'slow':
        await new Promise((resolve) => {
          setTimeout(resolve, afterMs);
        });
        return real();
    }
  };
}
