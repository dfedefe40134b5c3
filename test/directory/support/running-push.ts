import { createInterface } from 'node:readline';
import { startQuire, type EndedCommand } from '../../cli/quire.js';
import { until } from '../../support/until.js';
import { PIPELINE } from './check-pushed.js';

type Counts = Record<'created' | 'updated' | 'unchanged' | 'deleted' | 'conflict' | 'failed' | 'skipped', number>;

/** `counts`: undefined after a kill. */
export type EndedPush = EndedCommand & { counts: Counts | undefined };

/** A service that is killed may keep a push waiting as long as the client repeats its requests. */
const PATIENCE_MS = 120_000;
const WRITTEN = ['created', 'updated', 'deleted'];

/** A process of `quire push`. */
export class RunningPush {
  readonly ended: Promise<EndedPush>;
  /** So many writes are done, as far as it has said. */
  written = 0;
  isEnded = false;
  readonly #kill: (signal: NodeJS.Signals) => void;

  constructor(root: string, env: Record<string, string>, ...options: readonly string[]) {
    const args = ['--pipeline', PIPELINE, '--delete', '--max-delete', '100%', '--json', ...options];
    const running = startQuire(env, 'push', root, ...args);
    this.#kill = running.kill;
    let counts: Counts | undefined;
    createInterface({ input: running.stdout }).on('line', (line) => {
      const { action, summary } = JSON.parse(line) as { action?: string; summary?: Counts };
      counts = summary ?? counts;
      if (action !== undefined && WRITTEN.includes(action)) this.written += 1;
    });
    this.ended = running.ended.then((ended) => {
      this.isEnded = true;
      return { ...ended, counts };
    });
  }

  /** Or until it has ended. */
  untilWritten(count: number): Promise<void> {
    return until(async () => this.isEnded || this.written >= count, PATIENCE_MS);
  }

  kill(): void {
    this.#kill('SIGKILL');
  }
}
