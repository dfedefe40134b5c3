import { expect } from 'chai';
import { freePorts } from '../../../scripts/stack/ports.js';
import { createClient, type Client } from '../../../src/client/client.js';
import { randomBase62 } from '../../../src/domain/base62.js';
import { issueKey } from '../../support/issue-key.js';
import type { TestStorage } from '../../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import { KeptFiles } from './kept-files.js';
import { checkDocuments, checkVersions } from './check-pushed.js';
import { RunningPush, type EndedPush } from './running-push.js';

export type SceneOptions = { files: number; plan?: string; plans?: Record<string, object> };

/** A service process, an owner without documents, and a directory that was never pushed. */
export class ProofScene {
  readonly owner: string;
  readonly kept: KeptFiles;
  readonly client: Client;
  /** Of the service, and of commands beside it. */
  readonly env: Record<string, string>;
  readonly #key: string;
  #service: ServiceProcess;

  static async start(
    storage: TestStorage,
    { files, plan = 'unmetered', plans = {} }: SceneOptions,
  ): Promise<ProofScene> {
    const [port] = await freePorts(1);
    const env = { ...storage.env, PORT: String(port), PLANS: JSON.stringify(plans) };
    const service = await startServiceProcess(env);
    const owner = `o${randomBase62(10)}`;
    const key = await issueKey(env, { owner, plan });
    return new ProofScene({ env, service, owner, key, kept: await KeptFiles.make(files) });
  }

  private constructor(made: {
    env: Record<string, string>;
    service: ServiceProcess;
    owner: string;
    key: string;
    kept: KeptFiles;
  }) {
    this.env = made.env;
    this.owner = made.owner;
    this.kept = made.kept;
    this.#key = made.key;
    this.#service = made.service;
    this.client = createClient({ url: made.service.url, apiKey: made.key });
  }

  get url(): string {
    return this.#service.url;
  }

  /** `url`: instead of the service's. */
  push({ url = this.url, options = [] }: { url?: string; options?: readonly string[] } = {}): RunningPush {
    this.kept.pushBegins();
    return new RunningPush(this.kept.root, { QUIRE_URL: url, QUIRE_API_KEY: this.#key }, ...options);
  }

  /** The push has ended as it should: exactly the documents of the files are there. */
  async expectPushed({ code, stderr }: EndedPush, message = 'a push'): Promise<void> {
    expect(code, `${message}: ${stderr}`).to.equal(0);
    this.kept.pushEnded();
    expect(await checkDocuments(this.client, this.kept), message).to.deep.equal({ missing: [], faults: [] });
  }

  async expectVersions(message?: string): Promise<void> {
    expect(await checkVersions(this.client, this.kept), message).to.deep.equal([]);
  }

  /** Kills the service and starts it again at the same address. */
  async restartService(): Promise<void> {
    await this.#service.kill();
    this.#service = await startServiceProcess(this.env);
  }

  /** Undefined while the plan refuses to tell. */
  async planOf(): Promise<string | undefined> {
    const answer = await fetch(`${this.url}/v1/limits`, { headers: { 'X-API-Key': this.#key } });
    return ((await answer.json()) as { plan?: string }).plan;
  }

  async stop(): Promise<void> {
    await this.#service.stop();
    await this.kept.dispose();
  }
}
