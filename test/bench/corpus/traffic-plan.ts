import type { LoadedCorpus } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import { documentBody, newBlocks } from './documents.js';
import { rawSearch, searchPath, searchQueryOf } from './raw-search.js';
import type { TrafficStep } from './traffic.js';

const CONTENTS = 64;

export type TrafficPlan = {
  /** Where the pushes go. */
  service: string;
  /** `raw`: searches go straight to OpenSearch. */
  searches: 'service' | 'raw';
  random: SeededRandom;
};

/** The same steps as requests. Pushes go through a service, also where a raw index is searched. */
export function trafficPlan(steps: readonly TrafficStep[], corpus: LoadedCorpus, options: TrafficPlan): LoadPlan {
  const {
    env,
    keys,
    corpus: { words },
  } = corpus;
  const plan = new PlanBuilder();
  const service = plan.target(options.service);
  const openSearch = plan.target(env['OPENSEARCH_URL'] as string);
  const contents = Array.from({ length: CONTENTS }, () => newBlocks(words, options.random));
  for (const step of steps) {
    const headers = { 'X-API-Key': keys.get(step.owner) as string };
    if (step.kind === 'push') {
      const body = plan.body(documentBody(options.random.pick(contents), step.title));
      const path = `/v1/documents/${step.documentId}/versions`;
      plan.add({ kind: 'push', target: service, method: 'POST', path, headers, body, status: 201 });
    } else if (options.searches === 'service') {
      const path = searchPath(step.query);
      plan.add({ kind: 'search', target: service, method: 'GET', path, headers, status: 200 });
    } else {
      const { path, body } = rawSearch(env['INDEX_PREFIX'] as string, searchQueryOf(step.owner, step.query));
      plan.add({ kind: 'search', target: openSearch, method: 'POST', path, body: plan.body(body), status: 200 });
    }
  }
  return plan.build();
}
