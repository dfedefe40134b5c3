import type { Bench, Mode } from '../bench.js';
import { interleave, runsOf, type Leg } from '../measure.js';
import { compare, compareCpu, series, type Row } from '../report/row.js';
import { cpuOf } from '../report/sample.js';
import { cpuMicrosOf, mainThreadMicrosOf } from '../support/process-tree.js';
import { untilFollowed } from '../support/word-site.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS } from './case.js';

const DOCUMENTS = 1_000;
const ROUNDS = 9;
/** Of the whole process, a push. */
const MOST_MORE_MICROS = 1_500;

/** CPU of a service that searches words, a push, against one that does not. Both are given the same pushes in turn. */
export async function pushes(bench: Bench, mode: Mode): Promise<Row[]> {
  const [on, off] = [await pushLeg(bench, mode, 'on'), await pushLeg(bench, mode, 'off')];
  const { name: pace, rounds } = bench.pace;
  const samples = await interleave(
    bench,
    `${mode} pushes`,
    { on: on.leg, off: off.leg },
    { rounds: bench.options.rounds ?? (pace === 'full' ? ROUNDS : rounds), isTurned: true },
  );
  await Promise.all([on.stop(), off.stop()]);
  const named = { reference: 'FULL_TEXT=off', own: samples.on, against: samples.off };
  const key = `words/${mode} push`;
  const [withWords, without] = [series(samples.on, cpuOf('process')), series(samples.off, cpuOf('process'))];
  return [
    compareCpu({ ...named, key: `${key}/own CPU`, cpu: ['process', 'process'] }),
    compareCpu({ ...named, key: `${key}/CPU of the main thread`, cpu: ['main', 'main'] }),
    compare({
      key: `${key}/more CPU by the bound`,
      unit: 'µs',
      reference: 'the bound',
      better: 'lower',
      own: withWords.map((micros, round) => micros - (without[round] as number)),
      against: withWords.map(() => MOST_MORE_MICROS),
    }),
  ];
}

/** Each run lasts until the words of its pushes are followed. */
async function pushLeg(bench: Bench, mode: Mode, fullText: 'on' | 'off'): Promise<{ leg: Leg; stop(): Promise<void> }> {
  const site = await WriteSite.open(bench, { ...(await bench.emptyOf(mode)), FULL_TEXT: fullText });
  const { service, key } = site;
  const plan = site.pushPlan(await site.makeDocuments(DOCUMENTS));
  const run = runsOf(bench, plan, { clients: CLIENTS, watched: {} });
  // In cluster mode words are written with the push.
  const isFollowed = mode === 'embedded' && fullText === 'on';
  const figures = () => ({ process: cpuMicrosOf(service.pid), main: mainThreadMicrosOf(service.pid) });
  const leg: Leg = async (seconds) => {
    const before = figures();
    const sample = await run(seconds);
    if (isFollowed) await untilFollowed(service.url, key);
    const after = figures();
    const each = (name: keyof typeof before) => (after[name] - before[name]) / sample.sent;
    return { ...sample, cpuMicros: { process: each('process'), main: each('main') } };
  };
  return { leg, stop: () => service.stop() };
}
