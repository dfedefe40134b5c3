import type { Bench } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import type { Content } from '../../../src/domain/document.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import type { Writing } from '../references/bare-writer-main.js';
import { compare, series, type Row } from '../report/row.js';
import { cpuOf, type Sample } from '../report/sample.js';
import type { ChildModule } from '../support/child-module.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const DOCUMENTS = 1_000;
const MANY = [16, 64] as const;
const REFERENCES = {
  grouped: 'the same PUTs and lines, grouped',
  'one bulk each': 'SDK defaults, one bulk each',
} as const;
type Reference = keyof typeof REFERENCES;

type Site = {
  own: WriteSite;
  plans: Readonly<Record<Writing['what'], LoadPlan>>;
  writer: ChildModule;
  contents: readonly Content[];
};

/** Creates and pushes over many documents, against scripts that write the same objects and the same lines. */
export const writes: Case = {
  name: 'writes',
  run: async (bench) => {
    const site = await openSite(bench);
    const rows: Row[] = [];
    for (const what of ['create', 'push'] as const) {
      for (const clients of MANY) rows.push(...(await measure(bench, site, { what, clients })));
    }
    await site.writer.stop();
    return rows;
  },
};

async function openSite(bench: Bench): Promise<Site> {
  const own = await WriteSite.shared(bench);
  const plans = { create: own.createPlan(), push: own.pushPlan(await own.makeDocuments(DOCUMENTS)) };
  const writer = bench.child(new URL('../references/bare-writer-main.js', import.meta.url), own.env);
  const contents = own.bodies.map((body): Content => ({ ...(JSON.parse(body) as Content), contentType: 'markdown' }));
  return { own, plans, writer, contents };
}

async function measure(bench: Bench, site: Site, of: Pick<Writing, 'what' | 'clients'>): Promise<Row[]> {
  const { own, plans, writer, contents } = site;
  const { what, clients } = of;
  const reference =
    (how: Reference): Leg =>
    (seconds) =>
      writer.ask<Sample>({ what, how, clients, seconds, contents, documents: DOCUMENTS } satisfies Writing);
  const samples = await interleave(
    bench,
    `${what}, ${clients} clients`,
    {
      own: runsOf(bench, plans[what], { clients, watched: { service: own.service.pid } }),
      grouped: reference('grouped'),
      'one bulk each': reference('one bulk each'),
    },
    { isWarm: clients !== MANY[0] },
  );
  return rowsOf(`writes/${what}, ${clients} clients`, samples);
}

function rowsOf(name: string, samples: Record<'own' | Reference, Sample[]>): Row[] {
  const perSecond = ({ perSecond: rate }: Sample) => rate;
  return (Object.keys(REFERENCES) as Reference[]).map((how) =>
    compare({
      key: `${name}/against ${how}`,
      unit: '/s',
      reference: REFERENCES[how],
      better: 'higher',
      own: series(samples.own, perSecond),
      against: series(samples[how], perSecond),
      ownCpu: series(samples.own, cpuOf('service')),
      referenceCpu: series(samples[how], cpuOf('reference')),
    }),
  );
}
