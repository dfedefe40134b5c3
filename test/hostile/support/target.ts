import { randomBase62 } from '../../../src/domain/base62.js';
import { exchange, type Received } from '../../http/exchange.js';
import { issueKey, type KeyOptions } from '../../support/issue-key.js';
import type { TestStorage } from '../../support/modes.js';
import { startServiceProcess, type ServiceOptions, type ServiceProcess } from '../../support/service-process.js';
import { mainThreadMs, peakWhile } from './figures.js';

const HEAP_MIB = 1024;
const PROBE_MS = 30_000;

export type TargetOptions = Omit<ServiceOptions, 'nodeOptions'> & {
  settings?: Record<string, string>;
  /** The most that the heap grows to. A small heap is collected often: it holds little garbage. */
  heapMiB?: number;
  /** Addresses of modules that Node loads before the service. */
  preload?: readonly string[];
};

/** A service process with a bounded heap, to be attacked and measured from outside. */
export class HostileTarget {
  readonly url: string;
  readonly pid: number;
  readonly storage: TestStorage;
  readonly env: Record<string, string>;
  readonly service: ServiceProcess;

  static async start(
    storage: TestStorage,
    { settings = {}, heapMiB = HEAP_MIB, preload = [], ...options }: TargetOptions = {},
  ): Promise<HostileTarget> {
    const env = { ...storage.env, PUBLIC_URL: 'https://docs.example', ...settings };
    const nodeOptions = [`--max-old-space-size=${heapMiB}`, ...preload.flatMap((module) => ['--import', module])];
    const service = await startServiceProcess(env, { ...options, nodeOptions });
    return new HostileTarget(storage, env, service);
  }

  private constructor(storage: TestStorage, env: Record<string, string>, service: ServiceProcess) {
    this.storage = storage;
    this.env = env;
    this.service = service;
    this.url = service.url;
    this.pid = service.pid;
  }

  key(options?: KeyOptions): Promise<string> {
    return issueKey(this.env, options);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Received> {
    return exchange(this.url, { method: 'GET', path, headers });
  }

  post(path: string, key: string, body: unknown, headers: Record<string, string> = {}): Promise<Received> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...headers,
    };
    return exchange(this.url, { method: 'POST', path, headers: sent, body: text });
  }

  /** The identifier of a new document. */
  async create(key: string, fields: object): Promise<string> {
    const answer = await this.post('/v1/documents', key, { title: `t${randomBase62(8)}`, blocks: [], ...fields });
    if (answer.status !== 201)
      throw new Error(`a create was answered with ${answer.status}: ${answer.text.slice(0, 500)}`);
    return (JSON.parse(answer.text) as { id: string }).id;
  }

  /** Raises where /health/live does not answer 200. */
  async probe(): Promise<void> {
    const timeout = AbortSignal.timeout(PROBE_MS);
    const late = new Promise<never>((_resolve, reject) => {
      timeout.onabort = () => reject(new Error(`/health/live is not answered within ${PROBE_MS} ms`));
    });
    const { status } = await Promise.race([this.get('/health/live'), late]);
    if (status !== 200) throw new Error(`/health/live was answered with ${status}`);
  }

  /** CPU milliseconds of its main thread until /health/live is answered: how long other requests keep it waiting. */
  async mainThreadMsOfProbe(): Promise<number> {
    const before = mainThreadMs(this.pid);
    await this.probe();
    return mainThreadMs(this.pid) - before;
  }

  /** What the process takes after a request that needs little. */
  idleBytes(): Promise<number> {
    return peakWhile(this.pid, () => this.probe());
  }

  /** SIGTERM, and SIGKILL where that has not ended it soon. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => void this.service.kill(), 5_000);
    await this.service.stop();
    clearTimeout(timer);
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.storage.dispose();
  }
}

/** A document of so many bytes in one paragraph. */
export function largeDocument(bytes: number, visibility: 'public' | 'private' = 'public'): object {
  return { visibility, blocks: [{ type: 'paragraph', content: 'x '.repeat(bytes / 2) }] };
}
