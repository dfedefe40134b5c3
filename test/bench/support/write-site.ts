import type { Bench, BenchEnv } from '../bench.js';
import { documentBody, newBlocks } from '../corpus/documents.js';
import { Words } from '../corpus/words.js';
import type { LoadPlan, RunningLoad } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import type { Sample } from '../report/sample.js';
import { BenchApi } from './api.js';
import { issueKeys } from './keys.js';
import type { BenchService } from './service.js';

const OWNER = 'writer';
const CONTENTS = 64;

/** A service at an empty place, and requests that write documents of 4 KB. */
export class WriteSite {
  readonly service: BenchService;
  readonly api: BenchApi;
  readonly key: string;
  readonly env: BenchEnv;
  /** Of creates and pushes. */
  readonly bodies: readonly string[];
  readonly #bench: Bench;

  /** One for all cases that write in cluster mode: when its service is warm, it is so for all of them. */
  static shared(bench: Bench): Promise<WriteSite> {
    return bench.once('write site', async () => WriteSite.open(bench, await bench.emptyPlace()));
  }

  static async open(bench: Bench, env: BenchEnv, program?: URL): Promise<WriteSite> {
    const service = await bench.serve(env, program);
    const key = (await issueKeys(env, [OWNER])).get(OWNER) as string;
    return new WriteSite(bench, { env, service, key });
  }

  private constructor(bench: Bench, { env, service, key }: { env: BenchEnv; service: BenchService; key: string }) {
    const random = bench.random('writes');
    const words = new Words(random);
    this.#bench = bench;
    this.env = env;
    this.service = service;
    this.key = key;
    this.api = new BenchApi(service.url, key);
    this.bodies = Array.from({ length: CONTENTS }, () =>
      documentBody(newBlocks(words, random), words.sentence(random, 5)),
    );
  }

  /** Documents that can be pushed to; their identifiers. */
  makeDocuments(count: number): Promise<string[]> {
    return this.api.createAll(Array.from({ length: count }, (_, n) => this.#bodyOf(n)));
  }

  createPlan(): LoadPlan {
    const plan = new PlanBuilder();
    const target = plan.target(this.service.url);
    for (const text of this.bodies) {
      plan.add({
        kind: 'create',
        target,
        method: 'POST',
        path: '/v1/documents',
        headers: { 'X-API-Key': this.key },
        body: plan.body(text),
        status: 201,
      });
    }
    return plan.build();
  }

  /** So many pushes, to the documents in turn. `keyOf`: the Idempotency-Key of one of them. */
  pushPlan(ids: readonly string[], pushes = ids.length, keyOf?: (n: number) => string): LoadPlan {
    const plan = new PlanBuilder();
    const target = plan.target(this.service.url);
    const bodies = this.bodies.map((text) => plan.body(text));
    for (let n = 0; n < pushes; n++) {
      const keyed = keyOf && { 'Idempotency-Key': keyOf(n) };
      plan.add({
        kind: 'push',
        target,
        method: 'POST',
        path: `/v1/documents/${ids[n % ids.length]}/versions`,
        headers: { 'X-API-Key': this.key, ...keyed },
        body: bodies[n % bodies.length] as number,
        status: 201,
      });
    }
    return plan.build();
  }

  /** New documents, each under a key of its own, in as many folders as there are bodies. */
  putPlan(count: number): LoadPlan {
    const plan = new PlanBuilder();
    const target = plan.target(this.service.url);
    const bodies = this.bodies.map((text, n) =>
      plan.body(JSON.stringify({ ...(JSON.parse(text) as object), folder_path: `/put/${n}` })),
    );
    for (let n = 0; n < count; n++) {
      plan.add({
        kind: 'put',
        target,
        method: 'PUT',
        path: `/v1/documents/by-key/put/${n}`,
        headers: { 'X-API-Key': this.key },
        body: bodies[n % bodies.length] as number,
        status: 201,
      });
    }
    return plan.build();
  }

  run(plan: LoadPlan, how: RunningLoad): Promise<Sample> {
    return this.#bench.driver.run(plan, how, { service: this.service.pid });
  }

  #bodyOf(n: number): string {
    return this.bodies[n % this.bodies.length] as string;
  }
}
