import { Connection } from './connection.js';
import type { Prepared } from './closed-loop.js';
import { Latencies } from './latencies.js';
import type { LoadTarget, OpenLoad, OpenOutcome, Request } from './load.js';

/** The wait for answers after the time is over. */
const LAST_ANSWERS_MS = 60_000;
/** A request that the driver itself begins later says nothing of the service: it is sent, and not counted. */
const LATE_MS = 10;
const MOST_CONNECTIONS = 500;
const MOST_SHOWN = 3;

type Kind = { name: string; requests: readonly Request[]; latencies: Latencies; sent: number };

/**
 * Begins requests of each kind at fixed times, whatever the answers take. A latency counts from the time at which the
 * request was due: a service that stands still for a second delays all that came due meanwhile, and each counts. A
 * closed loop would have waited, and counted one.
 */
export class OpenLoop {
  readonly #plan: Prepared;
  readonly #how: OpenLoad;
  readonly #kinds: readonly Kind[];
  readonly #free: Connection[] = [];
  readonly #busy = new Set<Connection>();
  readonly #wrong: string[] = [];
  #late = 0;
  #failed = 0;

  constructor(plan: Prepared, how: OpenLoad) {
    this.#plan = plan;
    this.#how = how;
    const names = [...new Set(plan.requests.map(({ kind }) => kind))];
    this.#kinds = names.map((name) => ({
      name,
      requests: plan.requests.filter(({ kind }) => kind === name),
      latencies: new Latencies(),
      sent: 0,
    }));
  }

  async run(): Promise<OpenOutcome> {
    const begunAt = performance.now();
    const { everyMs, seconds } = this.#how;
    await Promise.all(this.#kinds.map((kind, n) => this.#repeat(kind, begunAt + (n * everyMs) / this.#kinds.length)));
    const sent = this.#kinds.reduce((sum, kind) => sum + kind.sent, 0);
    for (const connection of this.#free) connection.close('the run is over');
    return {
      kinds: Object.fromEntries(
        this.#kinds.flatMap(({ name, latencies }) =>
          latencies.count > 0 ? [[name, latencies.figures(seconds)] as const] : [],
        ),
      ),
      sent,
      lateShare: this.#late / sent,
      failed: this.#failed,
      wrong: this.#wrong,
    };
  }

  /** Resolves when the answers have come. */
  async #repeat(kind: Kind, firstAt: number): Promise<void> {
    const { everyMs, seconds } = this.#how;
    const answers: Promise<void>[] = [];
    for (let n = 0; n * everyMs < seconds * 1_000; n++) {
      const dueAt = firstAt + n * everyMs;
      await until(dueAt);
      answers.push(this.#send(kind, dueAt));
    }
    const timer = setTimeout(() => this.#closeBusy(), LAST_ANSWERS_MS);
    await Promise.all(answers);
    clearTimeout(timer);
  }

  async #send(kind: Kind, dueAt: number): Promise<void> {
    const request = kind.requests[kind.sent++ % kind.requests.length] as Request;
    const isLate = performance.now() - dueAt > LATE_MS;
    if (isLate) this.#late++;
    const connection = this.#take(this.#plan.targets[request.target] as LoadTarget);
    if (!connection) return this.#fail(`${kind.name}: ${MOST_CONNECTIONS} requests wait already`);
    try {
      const body = request.body === undefined ? undefined : this.#plan.bodies[request.body];
      const answer = await connection.send(request.head, body);
      if (!isLate) kind.latencies.add(performance.now() - dueAt, answer.body.length);
      if (answer.status !== request.status) this.#fail(`${kind.name}: answered with ${answer.status}`);
      this.#free.push(connection);
    } catch (error) {
      // A request without an answer counts, with the time that it has waited.
      kind.latencies.add(performance.now() - dueAt, 0);
      this.#fail(`${kind.name}: ${String(error)}`);
    } finally {
      this.#busy.delete(connection);
    }
  }

  #take(target: LoadTarget): Connection | undefined {
    if (this.#busy.size >= MOST_CONNECTIONS) return undefined;
    const connection = this.#free.pop() ?? new Connection(target);
    this.#busy.add(connection);
    return connection;
  }

  #fail(what: string): void {
    this.#failed++;
    if (this.#wrong.length < MOST_SHOWN) this.#wrong.push(what);
  }

  #closeBusy(): void {
    for (const connection of this.#busy) connection.close('no answer for too long');
  }
}

async function until(dueAt: number): Promise<void> {
  const ms = dueAt - performance.now();
  if (ms > 0)
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
}
