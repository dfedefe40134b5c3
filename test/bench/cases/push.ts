import { interleave, onceEach, runsOf, type Leg } from '../measure.js';
import { compareLegs, type Row } from '../report/row.js';
import type { Sample } from '../report/sample.js';
import { PushedDirectory } from '../support/pushed-directory.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const FILES = { full: 10_000, quick: 1_000 } as const;
const DOCUMENTS = 1_000;
const CLIENTS = 64;
/** More than all rounds together make: a key that comes again makes nothing. */
const PUTS = 40_000;

/**
 * `quire push` of a directory, of files that are new and of files that have changed, against pushes of single versions.
 * A new file takes twice the objects of a version, so it is also held against puts of single documents by key.
 */
export const push: Case = {
  name: 'push',
  isAside: true,
  run: async (bench) => {
    const site = await WriteSite.shared(bench);
    const files = FILES[bench.pace.name];
    const directory = await PushedDirectory.make(bench, site, files);
    const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
    const pushes = runsOf(bench, plan, { clients: CLIENTS, watched: { service: site.service.pid } });
    await pushes(bench.pace.warmUpSeconds);
    await directory.push({ pipeline: 'changed', action: 'created' });
    const legs = {
      made: madeFiles(directory),
      puts: onceEach(bench, site.putPlan(PUTS), { clients: CLIENTS, watched: { service: site.service.pid } }),
      changed: changedFiles(directory),
      pushes,
    };
    const samples = await interleave(bench, `pushes of ${files} files`, legs, { isWarm: true });
    const row = (name: 'made' | 'changed', against: 'pushes' | 'puts') =>
      rowOf(`${files} files ${name}`, against, { own: samples[name], reference: samples[against] });
    return [row('made', 'pushes'), row('made', 'puts'), row('changed', 'pushes')];
  },
};

function rowOf(
  what: string,
  against: 'pushes' | 'puts',
  { own, reference }: Record<'own' | 'reference', Sample[]>,
): Row {
  return compareLegs({
    key: `push/${what}/against ${against}`,
    reference: `${against === 'puts' ? 'puts by key' : 'pushes'} of ${CLIENTS} clients`,
    own,
    against: reference,
    cpu: ['service', 'service'],
  });
}

/** Each time under other keys. */
function madeFiles(directory: PushedDirectory): Leg {
  let round = 0;
  return () => directory.push({ pipeline: `round-${round++}`, action: 'created' });
}

function changedFiles(directory: PushedDirectory): Leg {
  return async () => {
    await directory.changeAll();
    return directory.push({ pipeline: 'changed', action: 'updated' });
  };
}
