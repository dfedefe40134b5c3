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
import { silent } from './http-faults.js';
import { expectUnavailable } from './rounds.js';
import { callerOf, describeWithFaults, S3_CALL_MS, type FaultInjectedService } from './fault-injected-service.js';

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

    it('leaves searches and lists of versions and folders to go on, at their pace after a first wait', async () => {
      const looks = silenceCounting(service());
      const waits: number[] = [];
      await eventually('keys were looked up again and again', async () => {
        const began = performance.now();
        expect((await search(caller, { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
        expect((await listVersions(caller, id)).versions).to.have.length(1);
        expect(await listFolders(caller)).to.have.length(1);
        waits.push(performance.now() - began);
        return looks() >= LOOKS_AT_KEYS;
      });
      expect(waits.filter((wait) => wait >= S3_CALL_MS).length, waits.join()).to.be.at.most(1);
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

/** How often it was asked since whether keys have changed. */
function silenceCounting(service: FaultInjectedService): () => number {
  let looks = 0;
  service.s3.inject((exchange) => {
    if (exchange.request.path.includes(KEY_CHANGES_KEY)) looks++;
    return silent(exchange);
  });
  return () => looks;
}
