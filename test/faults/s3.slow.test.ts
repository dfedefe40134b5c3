// Slow: waits for deadlines, once for each failure and operation.
/** Every failure of S3 × every operation: what the client hears, and that nothing is lost or doubled. */
import type { HttpProxyRequest } from '../support/http-proxy.js';
import { cutBody, doneInSilence, halfBody, lost, page, reset, s3Error, silent, stalledBody } from './http-faults.js';
import type { FaultedOperation } from './operations.js';
import { describeFault, type RoundFault } from './rounds.js';
import { describeWithFaults, type FaultInjectedService } from './fault-injected-service.js';

const all = () => true;
const withoutLog = ({ needsLog }: FaultedOperation) => !needsLog;
const reads = ({ kind }: FaultedOperation) => kind === 'read';

const isPut = ({ method }: HttpProxyRequest) => method === 'PUT';

const conflict = s3Error(409, 'ConditionalRequestConflict');
const slowDown = s3Error(503, 'SlowDown');

const GONE: RoundFault[] = [
  {
    title: 'refuses connections',
    missing: 'object store' as const,
    strike: (service: FaultInjectedService) => service.s3.refuse(),
  },
  ...[
    { title: 'never answers', fault: silent, missing: 'object store' as const },
    { title: 'stalls within its answers', fault: stalledBody },
    { title: 'cuts its answers off', fault: cutBody },
    { title: 'loses every answer', fault: lost },
    { title: 'asks to slow down', fault: slowDown },
    { title: 'has internal errors', fault: s3Error(500, 'InternalError') },
    { title: 'is replaced by a page', fault: page(200) },
  ].map(({ fault, ...rest }) => ({ ...rest, strike: (service: FaultInjectedService) => service.s3.inject(fault) })),
].map((fault) => ({ ...fault, succeeds: withoutLog }));

const WRITES_UNDONE: RoundFault[] = [
  { title: 'never does nor answers writes', fault: silent },
  { title: 'asks to slow down at every write', fault: slowDown },
  { title: 'has another conditional write at every write', fault: conflict },
  { title: 'has internal errors at every write', fault: s3Error(500, 'InternalError') },
  { title: 'is replaced by a page for writes', fault: page(200) },
].map(({ title, fault }) => ({
  title,
  succeeds: reads,
  strike: (service: FaultInjectedService) => service.s3.inject(fault, { on: isPut }),
}));

const WRITES_DONE: RoundFault[] = [
  { title: 'does writes and loses the answers', fault: lost },
  { title: 'does writes and never answers', fault: doneInSilence },
].map(({ title, fault }) => ({
  title,
  succeeds: all,
  strike: (service: FaultInjectedService) => service.s3.inject(fault, { on: isPut }),
}));

const PASSING: RoundFault[] = [
  { title: 'resets a connection twice', fault: reset, times: 2 },
  { title: 'asks to slow down five times', fault: slowDown, times: 5 },
  { title: 'has five internal errors', fault: s3Error(500, 'InternalError'), times: 5 },
  { title: 'has another conditional write five times', fault: conflict, on: isPut, times: 5 },
].map(({ title, fault, on, times }) => ({
  title,
  succeeds: all,
  strike: (service: FaultInjectedService) => service.s3.inject(fault, { times, ...(on && { on }) }),
}));

describeWithFaults(
  'an S3 that',
  () => ({ hasty: true }),
  (service) => {
    for (const fault of [...GONE, ...WRITES_UNDONE, ...WRITES_DONE, ...PASSING]) describeFault(service, fault);

    describeFault(service, {
      title: 'gives half of each object',
      strike: ({ s3 }) =>
        s3.inject(halfBody, { on: ({ method, path }) => method === 'GET' && !/[?&]list-type=/.test(path) }),
      succeeds: ({ kind, needsLog }, name) => !needsLog || (kind === 'write' && name !== 'a restore'),
    });
  },
);
