import type { Bench } from '../bench.js';
import { oneWordQueries, peerDocuments, prefixQueries, tagQueries } from '../corpus/peer-documents.js';
import type { Query } from '../corpus/queries.js';
import type { LoadPlan } from '../driver/load.js';
import { interleave, runsOf, uncached, type Leg } from '../measure.js';
import { compareCpu, compareLegs, type Row } from '../report/row.js';
import { Peer, SPEECH_OF_POCKETBASE, speechOfQuire, type PeerDocument } from '../support/peer.js';
import { buildPocketBase, servePocketBase, type Synchronous } from '../support/pocketbase.js';
import { WriteSite } from '../support/write-site.js';
import type { Case } from './case.js';

const CLIENTS = 8;
const CONTENTS = 64;
const ROUNDS = 15;
const SECONDS = 0.5;
const CHECKED = 20;
/** Documents that a word has at least: a page is full. */
const FEW = 30;
const REFERENCES = {
  FULL: 'PocketBase, synchronous FULL',
  NORMAL: 'PocketBase as it comes, synchronous NORMAL',
} as const satisfies Record<Synchronous, string>;

type Running = { peer: Peer; pid: number; stop(): Promise<void> };
type Site = { quire: Running; FULL: Running; NORMAL: Running; documents: readonly PeerDocument[] };
type Subject = { name: string; does: 'get' | 'search' | 'write'; planOf(peer: Peer): LoadPlan };

/**
 * The embedded mode and PocketBase, each with the same documents, asked for the same things. `FULL` syncs before each
 * answer, as Quire does.
 */
export const peers: Case = {
  name: 'peers',
  isAside: true,
  run: async (bench) => {
    const program = await buildPocketBase(bench);
    if (program === undefined) {
      bench.progress.note('peers: left out, as there is no Go on PATH to build PocketBase with');
      return [];
    }
    const site = await openSite(bench, program);
    const rows: Row[] = [];
    for (const subject of await subjectsOf(bench, site)) rows.push(...(await measure(bench, site, subject)));
    for (const { stop } of [site.quire, site.FULL, site.NORMAL]) await stop();
    return rows;
  },
};

async function openSite(bench: Bench, program: string): Promise<Site> {
  const documents = peerDocuments(bench.random('peers'), bench.pace.sizes[0] as number);
  const { service, key } = await WriteSite.open(bench, await bench.emptyFolder());
  const quire = { peer: new Peer(service.url, speechOfQuire(key)), pid: service.pid, stop: () => service.stop() };
  const pocketBase = async (synchronous: Synchronous): Promise<Running> => {
    const { url, pid, stop } = await servePocketBase(bench, program, synchronous);
    return { peer: new Peer(url, SPEECH_OF_POCKETBASE), pid, stop };
  };
  const site = { quire, FULL: await pocketBase('FULL'), NORMAL: await pocketBase('NORMAL'), documents };
  for (const { peer } of [site.quire, site.FULL, site.NORMAL]) await peer.load(documents);
  await site.FULL.peer.loadTexts(documents);
  return site;
}

/** Searches come before writes, which change what they find. */
async function subjectsOf(bench: Bench, site: Site): Promise<Subject[]> {
  const { documents } = site;
  const contents = documents.slice(0, CONTENTS);
  const search = async (name: string, queries: readonly Query[]): Promise<Subject> => {
    for (const query of queries.slice(0, CHECKED)) await checkSame(site, query);
    return { name, does: 'search', planOf: (peer) => peer.searches(queries) };
  };
  const byWord = (isMeant: (count: number) => boolean) =>
    oneWordQueries(documents, bench.random('peers by word'), isMeant);
  return [
    { name: 'get', does: 'get', planOf: (peer) => peer.gets() },
    await search('search by title prefix', prefixQueries(documents, bench.random('peers by prefix'))),
    await search('search by tag', tagQueries(documents, bench.random('peers by tag'))),
    await search(
      'search by a frequent word',
      byWord((count) => count > documents.length / 2),
    ),
    await search(
      'search by a rare word',
      byWord((count) => count > FEW && count < FEW + documents.length / 50),
    ),
    { name: 'update', does: 'write', planOf: (peer) => peer.updates(contents) },
    { name: 'create', does: 'write', planOf: (peer) => peer.creates(contents) },
  ];
}

/** Of a word PocketBase finds what has it within another word, too, and knows no relevance: each gives a full page. */
async function checkSame({ quire, FULL }: Site, query: Query): Promise<void> {
  const [ours, theirs] = [await quire.peer.find(query), await FULL.peer.find(query)];
  const isSame = query.text === undefined ? ours.join() === theirs.join() : ours.length === theirs.length;
  if (ours.length === query.limit && isSame) return;
  throw new Error(`${JSON.stringify(query)}: Quire found ${ours.join()}, PocketBase ${theirs.join()}`);
}

/** Reads sync nothing: they have one reference. */
async function measure(bench: Bench, site: Site, { name, does, planOf }: Subject): Promise<Row[]> {
  const { name: pace, rounds } = bench.pace;
  const full = { rounds: bench.options.rounds ?? ROUNDS, seconds: SECONDS };
  const legOf = ({ peer, pid }: Running, how = runsOf): Leg =>
    how(bench, planOf(peer), { clients: CLIENTS, watched: { server: pid } });
  const legs: Record<string, Leg> = {
    quire: legOf(site.quire, does === 'search' ? uncached : runsOf),
    FULL: legOf(site.FULL),
    ...(does === 'write' && { NORMAL: legOf(site.NORMAL) }),
  };
  const samples = await interleave(bench, `peers: ${name}`, legs, {
    ...(pace === 'full' ? full : { rounds }),
    isTurned: true,
  });
  return (['FULL', 'NORMAL'] as const).flatMap((synchronous) => {
    const { quire: own = [], [synchronous]: against } = samples;
    if (!against) return [];
    const key = `peers/${name}/${synchronous === 'FULL' ? '' : 'as it comes, '}`;
    const compared = { reference: REFERENCES[synchronous], own, against, cpu: ['server', 'server'] } as const;
    return [
      compareLegs({ ...compared, key: `${key}requests` }),
      compareCpu({ ...compared, key: `${key}own CPU`, reference: `CPU of ${compared.reference}` }),
    ];
  });
}
