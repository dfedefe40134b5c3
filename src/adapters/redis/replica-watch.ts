import { ignoreUnavailable } from '../../domain/errors.js';

const EVERY_MS = 30_000;

/** `unguarded`: Redis takes writes that no replica has. An old primary that is cut off would go on answering. */
export type ReplicaState = 'guarded' | 'unguarded';

export type ReplicaWatchOptions = {
  read(): Promise<readonly string[]>;
  /** Called on each change. The first state is `guarded`. */
  onChange(state: ReplicaState): void;
  everyMs?: number;
};

/** Checks every `everyMs` whether `min-replicas-to-write` is set where there are replicas. */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions;
  #state: ReplicaState = 'guarded';
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: ReplicaWatchOptions) {
    this.#options = options;
  }

  /** Resolves after the first check. An unavailable Redis is asked again later. */
  async start(): Promise<void> {
    await this.#look().catch(ignoreUnavailable);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.start(), this.#options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const state = (await this.#options.read()).some(isUnguarded) ? 'unguarded' : 'guarded';
    if (state === this.#state || this.#isStopped) return;
    this.#state = state;
    this.#options.onChange(state);
  }
}

/** Redis counts good replicas only where `min-replicas-to-write` and `min-replicas-max-lag` are set. */
function isUnguarded(info: string): boolean {
  return /^connected_slaves:[1-9]/m.test(info) && !/^min_slaves_good_slaves:/m.test(info);
}
