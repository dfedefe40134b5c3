import type { Bench, BenchEnv } from '../bench.js';
import { documentBody, newBlocks } from '../corpus/documents.js';
import { Words } from '../corpus/words.js';
import type { LoadPlan, RunningLoad } from '../driver/load.js';
import { PlanBuilder, type NewRequest } from '../driver/plan-builder.js';
import type { Sample } from '../report/sample.js';
import { BenchApi } from './api.js';
import { issueKeys } from './keys.js';
import type { BenchService } from './service.js';

const OWNER = 'writer';
const CONTENTS = 64;

type Write = Pick<NewRequest, 'kind' | 'method' | 'path'>;

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

  createPlan(bodies = this.bodies): LoadPlan {
    return this.#plan(bodies, bodies.length, () => ({ kind: 'create', method: 'POST', path: '/v1/documents' }));
  }

  /** A push to each document. */
  pushPlan(ids: readonly string[]): LoadPlan {
    const pathOf = (n: number) => `/v1/documents/${ids[n]}/versions`;
    return this.#plan(this.bodies, ids.length, (n) => ({ kind: 'push', method: 'POST', path: pathOf(n) }));
  }

  /** New documents, each under a key of its own, in as many folders as there are bodies. */
  putPlan(count: number): LoadPlan {
    const bodies = this.bodies.map((text, n) =>
      JSON.stringify({ ...(JSON.parse(text) as object), folder_path: `/put/${n}` }),
    );
    return this.#plan(bodies, count, (n) => ({ kind: 'put', method: 'PUT', path: `/v1/documents/by-key/put/${n}` }));
  }

  /** Writes of these bodies in turn. */
  #plan(texts: readonly string[], count: number, writeOf: (n: number) => Write): LoadPlan {
    const plan = new PlanBuilder();
    const target = plan.target(this.service.url);
    const bodies = texts.map((text) => plan.body(text));
    for (let n = 0; n < count; n++) {
      const body = bodies[n % bodies.length] as number;
      plan.add({ ...writeOf(n), target, body, headers: { 'X-API-Key': this.key }, status: 201 });
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
