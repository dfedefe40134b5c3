import { Connection } from './connection.js';
import { Latencies } from './latencies.js';
import type { KindFigures, LoadOutcome, LoadPlan, Request, RunningLoad, LoadTarget } from './load.js';
import type { ParsedResponse } from './response-parser.js';

/** Of a run, however few answers have come. */
const LONGEST_MS = 60_000;
/** For answers that are still to come when the time is over. */
const LAST_ANSWERS_MS = 60_000;
const SHOWN_OF_A_BODY = 300;

/** A plan as it is at hand when a run begins. */
export type Prepared = Omit<LoadPlan, 'bodies'> & { bodies: readonly Buffer[] };

/** Runs one thing after the other, over connections that stay. */
export class ClosedLoop {
  readonly #connections = new Map<string, Connection>();
  readonly #latencies = new Map<string, Latencies>();

  /** Raises an error at the first answer that is not what it must be. */
  async run(plan: Prepared, how: RunningLoad): Promise<LoadOutcome> {
    for (const latencies of this.#latencies.values()) latencies.clear();
    const begunAt = performance.now();
    const run: Run = { plan, how, begunAt, sent: 0, answered: 0, answeredAt: begunAt, isOver: false };
    const cpu = process.cpuUsage();
    const timer = setTimeout(() => this.#closeAll('no answer for too long'), LONGEST_MS + LAST_ANSWERS_MS);
    try {
      await Promise.all(Array.from({ length: how.clients }, (_, client) => this.#work(run, client)));
    } catch (error) {
      run.isOver = true;
      this.#closeAll('another client has failed');
      throw error;
    } finally {
      clearTimeout(timer);
    }
    const { user, system } = process.cpuUsage(cpu);
    return this.#outcome(run, user + system);
  }

  async #work(run: Run, client: number): Promise<void> {
    const {
      plan: { requests, bodies, targets },
      how: { first = 0, most = Infinity },
    } = run;
    for (let startedAt = performance.now(); isOpen(run, startedAt) && run.sent < most;) {
      const request = requests[(first + run.sent++) % requests.length] as Request;
      const body = request.body === undefined ? undefined : bodies[request.body];
      const connection = this.#connection(client, targets[request.target] as LoadTarget);
      const answer = await connection.send(request.head, body);
      const answeredAt = performance.now();
      if (answer.status !== request.status) throw unexpected(request, answer);
      if (isOpen(run, answeredAt)) {
        this.#latenciesOf(request.kind).add(answeredAt - startedAt, answer.body.length);
        run.answered++;
        run.answeredAt = answeredAt;
      }
      startedAt = answeredAt;
    }
  }

  #connection(client: number, target: LoadTarget): Connection {
    const name = `${client} ${target.host} ${target.port}`;
    let connection = this.#connections.get(name);
    if (!connection) this.#connections.set(name, (connection = new Connection(target)));
    return connection;
  }

  #latenciesOf(kind: string): Latencies {
    let latencies = this.#latencies.get(kind);
    if (!latencies) this.#latencies.set(kind, (latencies = new Latencies()));
    return latencies;
  }

  #closeAll(reason: string): void {
    for (const connection of this.#connections.values()) connection.close(reason);
  }

  #outcome({ how, sent, begunAt, answered, answeredAt }: Run, cpuMicros: number): LoadOutcome {
    const needed = (answeredAt - begunAt) / 1_000;
    const seconds = sent === how.most ? needed : Math.max(how.seconds, needed);
    const kinds: Record<string, KindFigures> = {};
    for (const [kind, latencies] of this.#latencies) {
      if (latencies.count > 0) kinds[kind] = latencies.figures(seconds);
    }
    return {
      seconds,
      sent,
      kinds,
      perSecond: answered / seconds,
      driverCpuMicros: cpuMicros / sent,
      driverShare: cpuMicros / 1_000 / (performance.now() - begunAt),
    };
  }
}

type Run = {
  plan: Prepared;
  how: RunningLoad;
  begunAt: number;
  sent: number;
  answered: number;
  answeredAt: number;
  isOver: boolean;
};

/** Whether requests begin and answers count: while there is time, and longer where too few answers have come. */
function isOpen({ how, begunAt, answered, isOver }: Run, now: number): boolean {
  if (isOver || now > begunAt + LONGEST_MS) return false;
  return now <= begunAt + how.seconds * 1_000 || answered < fewestAnswers(how.clients);
}

/** With fewer, a short run on a slow machine would say nothing. */
export function fewestAnswers(clients: number): number {
  return Math.min(100, 20 + 5 * clients);
}

function unexpected({ kind, head, status }: Request, answer: ParsedResponse): Error {
  const [line] = head.split('\r\n');
  const said = answer.body.toString().slice(0, SHOWN_OF_A_BODY);
  return new Error(`${kind}: ${line} was answered with ${answer.status}, not ${status}: ${said}`);
}
