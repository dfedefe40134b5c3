// Slow: runs gc once for each step at which it may end.
import { expect } from 'chai';
import { derivedId } from '../../src/domain/ids.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, listVersions, push, read, readByKey, unique, type Created } from '../http/making.js';
import { eventually, keyed } from '../races/support.js';
import { versionSummary } from '../support/factories.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { collect } from '../support/rebuild-helpers.js';
import { isThorough, rounds } from '../support/rounds.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { plant, plantDeleted, plantLife, type PlantedDeletion, type DeletedOverrides } from './planting.js';
import { expectNothingOf } from './remains.js';
import { Stepping } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { MUCH_LATER as LATER, maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

/** Right before a step is right after the one before it, but where steps are taken side by side. */
const WAYS = isThorough ? (['before', 'after'] as const) : (['after'] as const);

describeModes('gc that is killed', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  before(async () => {
    ({ owner, client } = await getHarness().newCaller());
  });

  for (const how of WAYS) {
    it(`tombstoneObjectFirst: does no harm right ${how} any of its steps, and completes when run again`, async function () {
      this.timeout(120_000);
      const harness = getHarness();
      let steps = 0;
      for (let at = 1; ; at++) {
        const { make, id } = await plantKeyed(harness);
        const stepping = new Stepping({ at, how });
        const died = await harness.gc({ backends: stepping.wrapAll(harness.backends), timing: SILENT }).then(
          () => false,
          () => true,
        );
        await expectNoRevival(harness, id);
        expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
        await harness.gcToTheEnd();
        await expectNothingOf(harness, { id, versions: 3 });
        if (!died) break;
        steps++;
      }
      expect(steps).to.be.greaterThan(8);
      expect((await harness.look({ writeMs: 20_000 })).left).to.equal(0);
    });

    it(`frees each identifier once when it dies right ${how} any step of that`, async function () {
      this.timeout(120_000);
      const harness = getHarness();
      for (let at = 1; ; at++) {
        const { make, id } = await plantKeyed(harness);
        await harness.gc();
        const stepping = new Stepping({ at, how });
        const died = await harness.gc({ at: LATER, backends: stepping.wrapAll(harness.backends), timing: SILENT }).then(
          () => false,
          () => true,
        );
        const answer = await make();
        if (answer.status !== 201) expectError(answer, 'IDEMPOTENCY_KEY_REUSED');
        await harness.gc({ at: LATER });
        if (answer.status === 201) await expectNewDocument(id);
        else await expectNothingOf(harness, { id, versions: 3 });
        if (!died) break;
      }
    });
  }

  for (const how of WAYS) {
    // A rebuild takes seconds.
    for (const isRebuilt of how === 'before' ? [false] : [false, true]) {
      const then = isRebuilt ? 'its index is made anew of the log' : 'it is run again';
      const stride = isRebuilt ? rounds(4, 1) : 1;
      it(`tombstoneObjectFirst: leads a key to its document right ${how} any step of the removal of an earlier one, when ${then}`, async function () {
        this.timeout(240_000);
        const harness = getHarness();
        let steps = 0;
        for (let at = 1; ; at += stride) {
          const key = unique();
          const former = await plantLife(harness, { owner, key, life: 1 });
          // Above the tombstone a stray would be the document's last slot for a rebuild.
          await plantEnded(harness, { ...former, left: isRebuilt ? [1] : [1, 3] });
          const [document] = await plant(harness, await plantLife(harness, { owner, key, life: 2 }));
          const stepping = new Stepping({ at, how });
          const died = await harness.gc({ backends: stepping.wrapAll(harness.backends), timing: SILENT }).then(
            () => false,
            () => true,
          );
          await expectNoRevival(harness, former.id);
          if (isRebuilt) await harness.reindexHarness.reindex({ options: { discardIndex: true } });
          await eventually('the service is ready', async () => (await fetch(`${client.url}/health/ready`)).ok);
          expect((await readByKey(client, key)).id).to.equal(document?.document.id);
          await harness.gcToTheEnd();
          await expectNothingOf(harness, { id: former.id, versions: 3 });
          expect((await readByKey(client, key)).id).to.equal(document?.document.id);
          expect(await collect(harness.keyLog.lives(derivedId('by-key', owner, key)))).to.deep.equal([2]);
          if (!died) break;
          steps++;
        }
        expect(steps * stride).to.be.greaterThan(8);
        await expectIndexEqualsLog(harness.backends);
      });
    }
  }

  it('removes nothing of a new document when it was suspended before a removal, and comes back', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const { make, id } = await plantKeyed(harness);
    const held = new Stepping({ of: 'remove', at: 1, how: 'held' });
    const suspended = harness
      .gc({ backends: held.wrapAll(harness.backends), timing: SILENT })
      .catch((error: unknown) => error);
    await held.reached;
    expect((await harness.gc()).freed).to.equal(0);
    expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
    held.release();
    await suspended;
    expect((await harness.gc({ at: LATER })).freed).to.be.at.least(1);
    expectStatus(await make(), 201);
    await expectNewDocument(id);
  });

  it('removes nothing of a new document when another one frees its identifier meanwhile', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const { make, id } = await plantKeyed(harness);
    await harness.gc();
    const held = new Stepping({ of: 'removeHead', at: 1, how: 'held' });
    const slow = harness
      .gc({ at: LATER, backends: held.wrapAll(harness.backends), timing: SILENT })
      .catch((error: unknown) => error);
    await held.reached;
    expect((await harness.gc({ at: LATER })).freed).to.equal(1);
    expectStatus(await make(), 201);
    held.release();
    await slow;
    await expectNewDocument(id);
  });

  it('does no harm when it was only slow, and goes on after a rebuild', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    for (let at = 8; ; at += 4) {
      const { id } = await plantEnded(harness, { owner });
      const held = new Stepping({ at, how: 'held' });
      const slow = harness
        .gc({ backends: held.wrapAll(harness.backends), timing: SILENT })
        .catch((error: unknown) => error);
      if ((await Promise.race([slow.then(() => 'ended'), held.reached])) === 'ended') break;
      await harness.reindexHarness.reindex();
      held.release();
      await slow;
      await expectNoRevival(harness, id);
      expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
      await harness.gcToTheEnd();
      await expectNothingOf(harness, { id, versions: 3 });
      expect((await harness.look()).left).to.equal(0);
    }
  });

  /** A deleted document that was made by an Idempotency-Key, and the request that would make it again. */
  async function plantKeyed(harness: MaintenanceHarness) {
    const [key, body] = [unique(), content()];
    const id = derivedId('document', owner, key);
    await plantEnded(harness, { id, owner });
    return { id, make: () => client.post<Created>('/v1/documents', body, keyed(key)) };
  }

  /** With one version, so that its second slot is the tombstone's; strays and summaries are left. */
  async function plantEnded(harness: MaintenanceHarness, overrides: DeletedOverrides): Promise<PlantedDeletion> {
    const ended = await plantDeleted(harness, { left: [1, 3], ...overrides, versions: 1 });
    await harness.backends.admin.writeIfHigher(await harness.index(), [
      { kind: 'summary', id: ended.id, summary: versionSummary({ version: 1 }) },
    ]);
    return ended;
  }

  /** What a rebuild from the log alone would make of it is a deleted document, or none. */
  async function expectNoRevival(harness: MaintenanceHarness, id: string): Promise<void> {
    const left = await slotNumbers(harness.backends.store, id);
    if (left.length > 0) expect(left).to.include(2);
  }

  async function expectNewDocument(id: string): Promise<void> {
    const before = (await listVersions(client, id)).versions.length;
    const { title } = await push(client, id);
    expect((await read(client, id)).title).to.equal(title);
    expect((await listVersions(client, id)).versions.map(({ version }) => version)).to.have.length(before + 1);
  }
});
