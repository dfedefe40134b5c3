/** A log that says nothing for longer than keys are remembered: searches go on, and the rest is unavailable. */
import { expect } from 'chai';
import { newApiKey } from '../../src/domain/api-key.js';
import { KEY_CHANGES_KEY } from '../../src/log/object-keys.js';
import { expectError, type Answer, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  search,
  unique,
  versionsOf,
} from '../http/making.js';
import { eventually } from '../races/support.js';
import type { Exchange } from '../support/http-proxy.js';
import { silent } from './http-faults.js';
import { expectUnavailable } from './rounds.js';
import { callerOf, describeWithFaults, type FaultInjectedService } from './fault-injected-service.js';

/** What is known of keys is confirmed after some seconds; by the second look the log has failed at the first. */
const LOOKS_AT_KEYS = 2;

describeWithFaults(
  'a log that says nothing',
  () => ({ hasty: true }),
  (service) => {
    let caller: Client;
    let id: string;
    let word: string;
    before(async () => {
      caller = await callerOf(service());
      word = unique();
      ({ id } = await create(caller, { title: word }));
      await createFolder(caller);
    });

    it('leaves searches and lists of versions and folders to go on, which wait for it once at most', async () => {
      const looks = silence(service());
      await eventually('they are answered while keys are looked up', async () => {
        expect((await search(caller, { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
        expect((await listVersions(caller, id)).versions).to.have.length(1);
        expect(await listFolders(caller)).to.have.length(1);
        return looks.length >= LOOKS_AT_KEYS && looks.some(({ isAwaited }) => isAwaited);
      });
    });

    it('makes the rest unavailable', async () => {
      const requests: Promise<Answer>[] = [
        caller.get(`/v1/documents/${id}`),
        caller.get(`${versionsOf(id)}/1`),
        caller.post(versionsOf(id), content()),
        caller.post('/v1/documents', content()),
        caller.post('/v1/folders', { name: unique() }),
        caller.delete(`/v1/documents/${id}`),
      ];
      for (const answer of await Promise.all(requests)) expectUnavailable(answer);
      await service().untilMissing('object store');
    });

    it('makes no key unknown, but those that cannot be one', async () => {
      const sending = (key: string) => caller.get('/v1/folders', { 'X-API-Key': key });
      expectUnavailable(await sending(newApiKey()));
      expectError(await sending('dk_x'), 'INVALID_API_KEY');
    });

    it('is used again when it speaks', async () => {
      await service().heal();
      await service().untilMissing();
      expect((await push(caller, id)).version).to.equal(2);
      expectError(await caller.get('/v1/folders', { 'X-API-Key': newApiKey() }), 'INVALID_API_KEY');
    });
  },
);

/** The questions whether keys have changed. None is answered. */
function silence(service: FaultInjectedService): readonly Exchange[] {
  const looks: Exchange[] = [];
  service.s3.inject((exchange) => {
    if (exchange.request.path.includes(KEY_CHANGES_KEY)) looks.push(exchange);
    return silent(exchange);
  });
  return looks;
}
