import type { Bench, Env } from '../bench.js';
import type { Content } from '../../../src/domain/document.js';
import { interleave, runsOf } from '../measure.js';
import type { Writing } from '../references/bare-writer-main.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf, type Sample } from '../report/sample.js';
import type { ChildModule } from '../support/child-module.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const DOCUMENTS = 1_000;
const MANY = [16, 64] as const;
const REFERENCES = { grouped: 'the same PUTs and lines, grouped', 'one bulk each': 'SDK defaults, one bulk each' } as const;
type Reference = keyof typeof REFERENCES;

/** Creates and pushes over many documents, against scripts that write the same objects and the same lines. */
export const writes: Case = {
  name: 'writes',
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const plans = { create: site.createPlan(), push: site.pushPlan(await site.makeDocuments(DOCUMENTS)) };
    const contents = site.bodies.map((body) => ({ ...JSON.parse(body) as Content, contentType: 'markdown' as const }));
    const writer = bareWriter(bench, site.env);
    const rows: Row[] = [];
    for (const what of ['create', 'push'] as const) {
      for (const clients of MANY) {
        const reference = (how: Reference) => (seconds: number) =>
          writer.ask<Sample>({ what, how, clients, seconds, contents, documents: DOCUMENTS } satisfies Writing);
        rows.push(...rowsOf(`writes/${what}, ${clients} clients`, await interleave(bench, `${what}, ${clients} clients`, {
          own: runsOf(bench, plans[what], { clients, watched: { service: site.service.pid } }),
          grouped: reference('grouped'),
          'one bulk each': reference('one bulk each'),
        })));
      }
    }
    await writer.stop();
    return rows;
  },
};

function bareWriter(bench: Bench, env: Env): ChildModule {
  return bench.child(new URL('../references/bare-writer-main.js', import.meta.url), env);
}

function rowsOf(name: string, samples: Record<'own' | Reference, Sample[]>): Row[] {
  const perSecond = ({ perSecond: rate }: Sample) => rate;
  return (Object.keys(REFERENCES) as Reference[]).map((how) => compare({
    key: `${name}/against ${how}`, unit: '/s', reference: REFERENCES[how], better: 'higher',
    own: series(samples.own, perSecond), against: series(samples[how], perSecond),
    ownCpu: series(samples.own, cpuOf('service')), referenceCpu: series(samples[how], cpuOf('reference')),
  }));
}
