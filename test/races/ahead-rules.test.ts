/**
 * Claims that run ahead of the head: the rules that a model checker found necessary (`Ahead.tla`), each with the
 * interleaving that goes wrong without it. The head is held back while claims go on.
 */
import { expect } from 'chai';
import { UnusableIndexError } from '../../src/domain/errors.js';
import { MOST_AHEAD } from '../../src/operations/write/document-writer.js';
import { expectError, expectStatus, type Answer } from '../http/client.js';
import { content, create, listVersions, push, read, restoreOf, versionsOf, type NewVersion } from '../http/making.js';
import { atOnce, eventually, keyed, range, slotsOf, type ReplicaCallers } from './support.js';
import { describeTwoReplicas, type ReplicaFault, type ReplicaFaults } from './two-replicas.js';

describeTwoReplicas('claims ahead of the head', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  let release: () => void = () => undefined;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });
  afterEach(() => {
    release();
    faults.clear();
  });

  const untilRelease = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });

  /** From now on no head moves until `release`; then `first` is what comes of the first write that was held back. */
  function hold(first?: ReplicaFault): void {
    faults.clear();
    const released = untilRelease();
    faults.arm('writeHead', async (real, args) => {
      const isFirst = faults.count('writeHead') === 1;
      await released;
      return isFirst && first ? first(real, args) : real();
    });
  }

  const claimed = (count: number) => eventually(`${count} claims`, async () => faults.count('create') >= count);
  /** So many requests are in line: whole rows of requests that came after them have been answered. */
  async function inLine(id: string, count: number): Promise<void> {
    await eventually(`${count} requests`, async () => faults.count('admit') >= count);
    for (let row = 0; row < 10; row++) await listVersions(callers[0], id);
  }
  const send = (id: string, headers: Record<string, string> = {}, body = content()) =>
    callers[0].post(versionsOf(id), body, headers);
  const numberOf = (answer: Answer) => (expectStatus(answer, 201) as NewVersion).version;

  it('answerAfterHead: nobody hears of a version before readers find it; one write brings the head over many', async () => {
    const { id } = await create(callers[1]);
    hold();
    let answered = 0;
    const pushes = atOnce(8, async () => {
      const answer = await send(id);
      answered++;
      expect((await listVersions(callers[1], id)).current_version).to.be.at.least(numberOf(answer));
      return answer;
    });
    await claimed(8);
    expect(answered).to.equal(0);
    expectError(await callers[1].get(`${versionsOf(id)}/2`), 'VERSION_NOT_FOUND');
    release();
    expect((await pushes).map(numberOf)).to.have.members(range(2, 9));
    expect(faults.count('writeHead')).to.be.at.most(3);
    expect((await listVersions(callers[1], id)).versions.map(({ version }) => version)).to.deep.equal(range(1, 9));
  });

  it('inspectQueue: a repeat of a claim that is ahead of the head makes nothing, and is answered when that one is', async () => {
    const { id } = await create(callers[1]);
    hold();
    const body = content();
    const pushes = [send(id, keyed('one'), body), send(id, keyed('two')), send(id, keyed('one'), body)];
    const other = send(id, keyed('one'));
    await claimed(2);
    await inLine(id, 4);
    release();
    expect((await Promise.all(pushes)).map(numberOf)).to.deep.equal([2, 3, 2]);
    expect(expectError(await other, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({ document_id: id });
    expect(await slotsOf(replicas().storage.env, id)).to.deep.equal([1, 2, 3]);
  });

  it('matchLastClaim: If-Match speaks of the newest claim; what it refuses is told when the head is there', async () => {
    const { id } = await create(callers[1]);
    hold();
    let refused = false;
    const first = send(id, { 'If-Match': '"1"' });
    await claimed(1);
    const second = send(id, { 'If-Match': '"1"' }).then((answer) => {
      refused = true;
      return answer;
    });
    const third = send(id, { 'If-Match': '"2"' });
    await inLine(id, 3);
    expect(refused).to.equal(false);
    release();
    expect(numberOf(await first)).to.equal(2);
    expect(expectError(await second, 'PRECONDITION_FAILED')).to.deep.equal({ current_version: 2 });
    expect(numberOf(await third)).to.equal(3);
  });

  const MEANWHILE: Record<string, (id: string) => Promise<Answer>> = {
    'If-Match of it': (id) => send(id, { 'If-Match': '"2"' }),
    'a restore of it': (id) => callers[0].post(restoreOf(id, 2)),
  };
  for (const [name, request] of Object.entries(MEANWHILE)) {
    it(`answerAfterHead: ${name} holds, where another process made it while an earlier request was in its turn`, async () => {
      const { id } = await create(callers[1]);
      faults.clear();
      let later: Promise<Answer> | undefined;
      faults.once('readHead', async (real) => {
        const found = await real();
        await push(callers[1], id);
        later = request(id);
        await inLine(id, 2);
        return found;
      });
      expectError(await send(id, { 'If-Match': '"7"' }), 'PRECONDITION_FAILED');
      expect(numberOf((await later) as Answer)).to.equal(3);
    });
  }

  it("nothingAfterDelete: nothing is claimed behind one's own tombstone", async () => {
    const { id } = await create(callers[1]);
    hold();
    const before = send(id);
    await claimed(1);
    const end = callers[0].delete(`/v1/documents/${id}`);
    await claimed(2);
    const after = atOnce(3, () => send(id));
    await inLine(id, 5);
    expect(faults.count('create')).to.equal(2);
    release();
    expect(numberOf(await before)).to.equal(2);
    expectStatus(await end, 204);
    for (const answer of await after) expectError(answer, 'DOCUMENT_NOT_FOUND');
    await eventually('only the end is left', async () => (await slotsOf(replicas().storage.env, id)).join() === '3');
  });

  it('whose own write of the head failed are answered that it is not known; those behind them bring them into it', async () => {
    const { id } = await create(callers[1]);
    hold(async (...call) => {
      faults.once('readHead', async () => {
        throw new UnusableIndexError('lost for a moment');
      });
      return faults.failed(...call);
    });
    const body = content();
    const first = send(id, keyed('one'), body);
    await eventually('a write of the head', async () => faults.count('writeHead') === 1);
    const later = [send(id), send(id)];
    await claimed(3);
    const again = send(id, keyed('one'), body);
    await inLine(id, 4);
    release();
    expectError(await first, 'UNAVAILABLE');
    expect((await Promise.all(later)).map(numberOf)).to.have.members([3, 4]);
    expect(numberOf(await again)).to.equal(2);
    expect((await listVersions(callers[1], id)).versions.map(({ version }) => version)).to.deep.equal(range(1, 4));
    expect(await slotsOf(replicas().storage.env, id)).to.deep.equal(range(1, 4));
  });

  it("another owner's writes are refused without waiting for the owner's queue", async () => {
    const { id } = await create(callers[1]);
    const [stranger] = await replicas().callers();
    faults.clear();
    const released = untilRelease();
    faults.once('create', async (real) => {
      await released;
      return real();
    });
    const own = [send(id), send(id)];
    await claimed(1);
    const requests = [stranger.post(versionsOf(id), content()), stranger.post(restoreOf(id, 1))];
    for (const answer of await Promise.all(requests)) expectError(answer, 'NOT_OWNER');
    expectError(await stranger.delete(`/v1/documents/${id}`), 'NOT_OWNER');
    expect(faults.count('create')).to.equal(1);
    release();
    expect((await Promise.all(own)).map(numberOf)).to.have.members([2, 3]);
  });

  it("another owner's writes do not delay the owner's", async () => {
    const { id } = await create(callers[1]);
    const [stranger] = await replicas().callers();
    faults.clear();
    const released = untilRelease();
    faults.once('readHead', async (real) => {
      await released;
      return real();
    });
    const refused = [stranger.post(versionsOf(id), content()), stranger.delete(`/v1/documents/${id}`)];
    await eventually("the head read of a stranger's write", async () => faults.count('readHead') === 1);
    expect(numberOf(await send(id))).to.equal(2);
    release();
    for (const answer of await Promise.all(refused)) expectError(answer, 'NOT_OWNER');
  });

  it(`are ${MOST_AHEAD} at the most`, async () => {
    const { id } = await create(callers[1]);
    hold();
    const pushes = atOnce(MOST_AHEAD + 6, () => send(id));
    await claimed(MOST_AHEAD);
    await inLine(id, MOST_AHEAD + 6);
    expect(faults.count('create')).to.equal(MOST_AHEAD);
    release();
    expect((await pushes).map(numberOf)).to.have.members(range(2, MOST_AHEAD + 7));
  });

  for (const kind of ['failed', 'lost', 'late'] as const) {
    it(`claimWhenConfirmed: leave no gap and double nothing where the answer to one of them is ${kind}`, async () => {
      const { id } = await create(callers[1]);
      hold();
      faults.once('create', faults[kind]);
      const pushes = atOnce(6, () => send(id));
      await claimed(6);
      release();
      expect((await pushes).map(numberOf)).to.have.members(range(2, 7));
      await faults.land();
      expect(await slotsOf(replicas().storage.env, id)).to.deep.equal(range(1, 7));
      expect((await listVersions(callers[1], id)).current_version).to.equal(7);
    });
  }

  it('give way to another process that claims among them', async () => {
    const { id } = await create(callers[1]);
    hold();
    const own = atOnce(4, () => send(id));
    await claimed(4);
    const others = atOnce(4, () => push(callers[1], id));
    const more = atOnce(4, () => send(id));
    release();
    const numbers = [
      ...(await own).map(numberOf),
      ...(await others).map(({ version }) => version),
      ...(await more).map(numberOf),
    ];
    expect(numbers).to.have.members(range(2, 13));
    expect((await read(callers[1], id)).title).to.equal((await listVersions(callers[0], id)).versions.at(-1)?.title);
  });

  it('that a deletion by another process came after may have been read: nobody knows', async () => {
    const { id } = await create(callers[1]);
    hold();
    const own = atOnce(4, () => send(id));
    await claimed(4);
    expectStatus(await callers[1].delete(`/v1/documents/${id}`), 204);
    release();
    for (const answer of await own) expectError(answer, 'UNAVAILABLE');
    expectError(await callers[0].get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
  });
});
