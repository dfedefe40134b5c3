/** A log that is away for longer than keys are remembered: searches go on, and the rest is unavailable. */
import { expect } from 'chai';
import { expectError, type Answer, type Client } from '../http/client.js';
import { content, create, createFolder, listFolders, listVersions, push, search, unique, versionsOf } from '../http/making.js';
import { eventually } from '../races/support.js';
import type { Handler } from '../support/http-proxy.js';
import { s3Error, silent } from './http-faults.js';
import { expectUnavailable } from './rounds.js';
import { callerOf, describeSite, S3_CALL_MS, type Site } from './site.js';

/** Keys are looked up again after five seconds; by the second look the store has failed at the first. */
const LOOKS_AT_KEY = 2;

const FAULTS: Record<string, Handler> = { 'that denies access': s3Error(403, 'AccessDenied'), 'that says nothing': silent };

describeSite('a log', () => ({ hasty: true }), (site) => {
  for (const [title, fault] of Object.entries(FAULTS)) {
    describe(title, () => {
      let caller: Client;
      let id: string;
      let word: string;
      before(async () => {
        caller = await callerOf(site());
        word = unique();
        ({ id } = await create(caller, { title: word }));
        await createFolder(caller);
      });
      after(() => site().heal());

      it('leaves searches, lists of versions and of folders to go on, at their pace after a first wait', async () => {
        const looks = injectCounting(site(), fault);
        const waits: number[] = [];
        await eventually('the key was looked up again and again', async () => {
          const began = performance.now();
          expect((await search(caller, { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
          expect((await listVersions(caller, id)).versions).to.have.length(1);
          expect(await listFolders(caller)).to.have.length(1);
          waits.push(performance.now() - began);
          return looks() >= LOOKS_AT_KEY;
        });
        expect(waits.filter((wait) => wait >= S3_CALL_MS).length, waits.join()).to.be.at.most(1);
      });

      it('makes the rest unavailable', async () => {
        const requests: Promise<Answer>[] = [
          caller.get(`/v1/documents/${id}`), caller.get(`${versionsOf(id)}/1`), caller.post(versionsOf(id), content()),
          caller.post('/v1/documents', content()), caller.post('/v1/folders', { name: unique() }),
          caller.delete(`/v1/documents/${id}`),
        ];
        for (const answer of await Promise.all(requests)) expectUnavailable(answer);
        await site().untilMissing('object store');
      });

      it('says of no key that it is unknown, and of one that cannot be that it is', async () => {
        const bob = caller.with({ 'X-API-Key': 'dk_x' });
        expectError(await bob.get('/v1/folders'), 'INVALID_API_KEY');
      });

      it('is used again when it is back', async () => {
        await site().heal();
        await site().untilMissing();
        expect((await push(caller, id)).version).to.equal(2);
      });
    });
  }
});

/** How often the record of a key was asked for since. */
function injectCounting(site: Site, fault: Handler): () => number {
  let looks = 0;
  site.s3.inject((exchange) => {
    if (/\/keys\/[0-9a-f]{64}\.json/.test(exchange.request.path)) looks++;
    return fault(exchange);
  });
  return () => looks;
}
