// Slow: waits for deadlines, once for each failure and operation.
/** Every failure of OpenSearch × every operation: what the client hears, and that nothing is lost or doubled. */
import type { HttpProxyRequest } from '../support/http-proxy.js';
import {
  answering,
  cutBody,
  doneInSilence,
  halfBody,
  lost,
  openSearchError,
  page,
  refusingItems,
  reset,
  silent,
  stalledBody,
} from './http-faults.js';
import type { FaultedOperation } from './operations.js';
import { describeFault, type RoundFault } from './rounds.js';
import { describeWithFaults, openSearchClient, type FaultInjectedService } from './fault-injected-service.js';

const all = () => true;
const none = () => false;
const reads = ({ kind }: FaultedOperation) => kind === 'read';

const isWrite = ({ path }: HttpProxyRequest) => path.startsWith('/_bulk');
const isSearch = ({ path }: HttpProxyRequest) => /_(search|count|refresh)/.test(path);
const isHead = (id: string) => !id.includes(':') || id.startsWith('key:');

const busy = answering(openSearchError(429, 'circuit_breaking_exception'));
const headless = answering(openSearchError(503, 'cluster_manager_not_discovered_exception'));
const busyItem = { status: 429, type: 'rejected_execution_exception' };
const shardlessItem = { status: 503, type: 'unavailable_shards_exception' };

const GONE: RoundFault[] = [
  {
    title: 'refuses connections',
    missing: 'index' as const,
    strike: (service: FaultInjectedService) => service.openSearch.refuse(),
  },
  ...[
    { title: 'never answers', fault: silent, missing: 'index' as const },
    { title: 'stalls within its answers', fault: stalledBody },
    { title: 'cuts its answers off', fault: cutBody },
    { title: 'loses every answer', fault: lost },
    { title: 'has no cluster manager', fault: headless },
    { title: 'is too busy', fault: busy },
    { title: 'answers with half of the JSON', fault: halfBody },
    { title: 'is replaced by a page', fault: page(200), missing: 'index' as const },
  ].map(({ fault, ...rest }) => ({
    ...rest,
    strike: (service: FaultInjectedService) => service.openSearch.inject(fault),
  })),
].map((fault) => ({ ...fault, succeeds: none }));

const WRITES_UNDONE: RoundFault[] = [
  { title: 'never does nor answers writes', fault: silent },
  { title: 'has no cluster manager for writes', fault: headless },
  { title: 'is too busy for writes', fault: busy },
  { title: 'is too busy for single writes of a request', fault: refusingItems(busyItem, isHead) },
  { title: 'has no shard for single writes of a request', fault: refusingItems(shardlessItem, isHead) },
].map(({ title, fault }) => ({
  title,
  succeeds: reads,
  strike: (service: FaultInjectedService) => service.openSearch.inject(fault, { on: isWrite }),
}));

const WRITES_DONE: RoundFault[] = [
  { title: 'does writes and loses the answers', fault: lost },
  { title: 'does writes and never answers', fault: doneInSilence },
  { title: 'does writes and answers with half of the JSON', fault: halfBody },
  { title: 'is too busy for summaries', fault: refusingItems(busyItem, (id) => !isHead(id)) },
].map(({ title, fault }) => ({
  title,
  succeeds: all,
  strike: (service: FaultInjectedService) => service.openSearch.inject(fault, { on: isWrite }),
}));

const PASSING: RoundFault[] = [
  { title: 'resets a connection once', fault: reset, times: 1 },
  { title: 'loses an answer once', fault: lost, times: 1 },
  { title: 'is too busy for five requests', fault: busy, times: 5 },
  {
    title: 'has no shard for single writes, twice',
    fault: refusingItems(shardlessItem, isHead),
    on: isWrite,
    times: 2,
  },
  { title: 'is too busy for single writes, five times', fault: refusingItems(busyItem, isHead), on: isWrite, times: 5 },
].map(({ title, fault, on, times }) => ({
  title,
  succeeds: all,
  strike: (service: FaultInjectedService) => service.openSearch.inject(fault, { times, ...(on && { on }) }),
}));

describeWithFaults(
  'an OpenSearch that',
  () => ({ hasty: true }),
  (service) => {
    for (const fault of [...GONE, ...WRITES_UNDONE, ...WRITES_DONE, ...PASSING]) describeFault(service, fault);

    describeFault(service, {
      title: 'takes no writes, its disk being full',
      strike: (at) => setBlock(at, true),
      undo: () => setBlock(service(), null),
      succeeds: reads,
    });
    describeFault(service, {
      title: 'never answers searches',
      strike: ({ openSearch }) => openSearch.inject(silent, { on: isSearch }),
      succeeds: ({ searches }) => !searches,
    });
  },
);

/** As OpenSearch does by itself. */
async function setBlock(service: FaultInjectedService, value: true | null): Promise<void> {
  const client = openSearchClient(service);
  const index = String(service.storage.env['INDEX_PREFIX']);
  await client.indices.putSettings({ index, body: { 'index.blocks.read_only_allow_delete': value } });
  await client.close();
}
