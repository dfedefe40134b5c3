import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './messages.js';

/** Compiled, this file is dist/test/support/fleet/member.js. */
const MAIN = join(dirname(fileURLToPath(import.meta.url)), 'service-main.js');
const KEPT_LINES = 50;

/** One service process of a fleet, from its start to its end. */
export class FleetMember {
  readonly url: string;
  /** How it ended: the signal, or the exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;
  /** The end of its log. */
  readonly lines: string[];
  readonly #child: ChildProcess;
  #isEnded = false;

  /** Raises what it said when it ends before it listens. */
  static async start(env: Record<string, string>): Promise<FleetMember> {
    const child = fork(MAIN, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
    });
    const lines = keepLines(child);
    const ended = endOf(child);
    const listening = nextReport(child);
    const report = await Promise.race([listening, ended]);
    if (typeof report === 'object' && 'url' in report) return new FleetMember(child, report.url, { ended, lines });
    throw new Error(`a service process ended with ${String(report)} before it listened:\n${lines.join('\n')}`);
  }

  private constructor(child: ChildProcess, url: string, of: Pick<FleetMember, 'ended' | 'lines'>) {
    this.url = url;
    this.ended = of.ended;
    this.lines = of.lines;
    this.#child = child;
    void this.ended.then(() => {
      this.#isEnded = true;
    });
  }

  get isRunning(): boolean {
    return !this.#isEnded;
  }

  /** Resolves when the process has taken it, or has ended. */
  async order(order: Order): Promise<void> {
    if (this.#isEnded) return;
    const done = nextReport(this.#child);
    this.#child.send(order, () => undefined);
    await Promise.race([done, this.ended]);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Its exit code, or the signal that ended it before. */
  async stop(): Promise<NodeJS.Signals | number> {
    this.signal('SIGTERM');
    return this.ended;
  }
}

async function endOf(child: ChildProcess): Promise<NodeJS.Signals | number> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? code ?? 0;
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const [report] = (await once(child, 'message')) as [Report];
  return report;
}

function keepLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > KEPT_LINES) lines.shift();
    });
  }
  return lines;
}
