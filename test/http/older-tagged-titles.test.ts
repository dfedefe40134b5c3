import { expect } from 'chai';
import { nextParts, newVersion } from '../../src/operations/write/new-version.js';
import { headOf, type LivingHead } from '../../src/domain/head.js';
import type { Version } from '../../src/domain/version.js';
import { VersionLog } from '../../src/log/version-log.js';
import { withObjects } from '../support/with-objects.js';
import { expectError, expectStatus, type Answer, type Client } from './client.js';
import { content, create, read, restoreOf, unique, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const metadata = { tags: Array.from({ length: 1_000 }, (_, n) => `t${n}`) };

describeHttp('a version with more tags than its title may have, made before that was checked', (api) => {
  let alice: Client;
  let id: string;
  const title = unique().padEnd(400, 'x');

  /** As a process of an earlier release leaves it: in the log, where the next writer finds it. */
  beforeEach(async () => {
    alice = await api.caller();
    ({ id } = await create(alice));
    await withObjects(api.storage.env, async (store) => {
      const log = new VersionLog(store);
      const first = (await log.read(id, 1)) as Version;
      const actor = { keyId: 'key_1', label: null };
      const made = newVersion(
        nextParts(headOf(first) as LivingHead, { actor, now: new Date(), idempotency: null }),
        first,
      );
      expect(await log.claim({ ...made, title, metadata })).to.equal('claimed');
    });
  });

  function expectRefused(answer: Answer): void {
    const { errors } = expectError(answer, 'VALIDATION_ERROR') as { errors: { path: string; message: string }[] };
    expect(errors[0]?.path).to.equal('/metadata/tags');
    expect(errors[0]?.message).to.match(/1000 tags times 400 bytes/);
  }

  it('is read, listed and found as ever, may be followed and deleted, and is not made again', async () => {
    expectRefused(await alice.patch(`/v1/documents/${id}`, { visibility: 'public' }));
    const { title: read2, metadata: tags2 } = await read(alice, id);
    expect([read2, tags2]).to.deep.equal([title, metadata]);
    const found = await alice.get<{ results: { id: string }[] }>(
      `/v1/documents/search?tag=t999&q=${title.slice(0, 20)}`,
    );
    expect(expectStatus(found, 200).results.map((result) => result.id)).to.deep.equal([id]);
    expectStatus(await alice.get(`${versionsOf(id)}/2`), 200);
    expectStatus(await alice.post(versionsOf(id), content()), 201);
    expectRefused(await alice.post(restoreOf(id, 2)));
    expectStatus(await alice.post(restoreOf(id, 1)), 201);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
  });
});
