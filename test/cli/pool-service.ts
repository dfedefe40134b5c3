import { freePorts } from '../../scripts/stack/ports.js';
import { Client } from '../http/client.js';
import { exchange, type Received } from '../http/exchange.js';
import { unique } from '../http/making.js';
import { eventually } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { clusterStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceOptions, type ServiceProcess } from '../support/service-process.js';

export type LogLine = Record<string, unknown> & { msg: string };

const WORKERS = 2;

/** A service of two worker processes, as a test sees it: by what it answers, logs and measures. */
export class PoolService {
  readonly env: Record<string, string>;
  readonly process: ServiceProcess;
  readonly #metricsUrl: string;

  /** When both listen. */
  static async start(options: ServiceOptions = {}): Promise<PoolService> {
    const [metricsPort] = await freePorts(1);
    const storage = { ...(await clusterStorage()).env, METRICS_PORT: String(metricsPort) };
    const asked = options.args ? {} : { WORKERS: String(WORKERS) };
    const started = await startServiceProcess({ ...storage, ...asked }, options);
    try {
      const service = new PoolService(storage, started);
      await service.untilJoined(WORKERS);
      return service;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  private constructor(env: Record<string, string>, process: ServiceProcess) {
    this.env = env;
    this.process = process;
    this.#metricsUrl = `http://127.0.0.1:${env['METRICS_PORT']}`;
  }

  get url(): string {
    return this.process.url;
  }

  /** What was logged with these words; all of it where none are given. */
  logged(msg?: string): LogLine[] {
    const lines = this.process.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
    return lines.filter((line) => msg === undefined || line.msg === msg);
  }

  /** Process identifiers of the workers that live, oldest first. */
  get pids(): number[] {
    const ended = this.logged('worker ended, another one follows').map(({ worker }) => worker);
    return this.logged('worker listens')
      .map(({ worker }) => worker as number)
      .filter((pid) => !ended.includes(pid));
  }

  async untilJoined(count: number): Promise<void> {
    await eventually(`${count} workers have listened`, async () => this.logged('worker listens').length >= count);
  }

  /** Which worker had the request of this id. */
  async workerOf(requestId: string): Promise<number> {
    const find = () => this.logged('request').find((line) => line['requestId'] === requestId);
    await eventually(`the request ${requestId} is logged`, async () => find() !== undefined);
    return find()?.['pid'] as number;
  }

  /** One request on a connection of its own, and which worker answered it. */
  async ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; pid: number }> {
    const requestId = unique();
    const { status } = await this.send(path, { ...headers, 'X-Request-Id': requestId });
    return { status, pid: await this.workerOf(requestId) };
  }

  send(path: string, headers: Record<string, string> = {}): Promise<Received> {
    return exchange(this.url, { method: 'GET', path, headers });
  }

  async caller(): Promise<Client> {
    return new Client(this.url, { 'X-API-Key': await issueKey(this.env) });
  }

  /** The value of a series; 0 where there is none. */
  async metric(series: string): Promise<number> {
    const { text } = await exchange(this.#metricsUrl, { method: 'GET', path: '/metrics', headers: {} });
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.process.pid, signal);
  }

  /** As a terminal does it. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.process.pid, signal);
  }

  /** Whatever of the group is left. */
  killAll(): void {
    try {
      this.signalGroup('SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
