import type { Bench } from '../bench.js';
import type { LoadPlan } from '../driver/load.js';
import type { Content } from '../../../src/domain/document.js';
import { interleave, runsOf } from '../measure.js';
import type { Writing } from '../references/bare-writer-main.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import type { ChildModule } from '../support/child-module.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const DOCUMENTS = 1_000;
const MANY = [16, 64] as const;
type Site = {
  own: WriteSite;
  plans: Readonly<Record<Writing['what'], LoadPlan>>;
  writer: ChildModule;
  contents: readonly Content[];
};

/** Creates and pushes over many documents, against a script that writes the same objects and the same lines. */
export const writes: Case = {
  name: 'writes',
  run: async (bench) => {
    const site = await openSite(bench);
    const rows: Row[] = [];
    for (const what of ['create', 'push'] as const) {
      for (const clients of MANY) rows.push(await measure(bench, site, { what, clients }));
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

async function measure(bench: Bench, site: Site, of: Pick<Writing, 'what' | 'clients'>): Promise<Row> {
  const { own, plans, writer, contents } = site;
  const { what, clients } = of;
  const { service, reference } = await interleave(
    bench,
    `${what}, ${clients} clients`,
    {
      service: runsOf(bench, plans[what], { clients, watched: { service: own.service.pid } }),
      reference: (seconds) =>
        writer.ask<Sample>({ what, clients, seconds, contents, documents: DOCUMENTS } satisfies Writing),
    },
    { isWarm: clients !== MANY[0] },
  );
  return compareLegs({
    key: `writes/${what}, ${clients} clients/against grouped`,
    reference: 'the same PUTs and lines, grouped',
    own: service,
    against: reference,
    cpu: ['service', 'reference'],
  });
}
