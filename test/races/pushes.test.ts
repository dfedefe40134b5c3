import { expect } from 'chai';
import { expectError, type Answer, type Client } from '../http/client.js';
import {
  create,
  listVersions,
  push,
  read,
  readVersion,
  restore,
  restoreOf,
  unique,
  versionsOf,
  type NewVersion,
} from '../http/making.js';
import {
  atOnce,
  countStatuses,
  describePair,
  expectSameText,
  inOrder,
  inRows,
  keyed,
  otherTurn,
  range,
  saying,
  turn,
} from './support.js';

type Pushed = { word: string; version: number };

describePair('pushes and restores', (pair) => {
  it('give each of 60 concurrent pushes its own number, and each number the content of its push', async () => {
    const callers = await pair.callers();
    const { id } = await create(callers[0]);
    const pushed = await atOnce(60, async (n): Promise<Pushed> => {
      const word = unique();
      const answer = await push(turn(callers, n), id, saying(word));
      expect(answer).to.include({ title: word, version_count: answer.version });
      return { word, version: answer.version };
    });
    expect(inOrder(pushed.map(({ version }) => version))).to.deep.equal(range(2, 61));
    for (const caller of callers) await expectVersions(caller, id, pushed);
  });

  it('make one version of the same keyed push, 50 times at once', async () => {
    const callers = await pair.callers();
    const { id } = await create(callers[0]);
    const [key, word] = [unique(), unique()];
    const answers = await atOnce(50, (n) => turn(callers, n).post(versionsOf(id), saying(word), keyed(key)));
    expectSameText(answers, 201);
    for (const caller of callers) {
      expect((await listVersions(caller, id)).current_version).to.equal(2);
      expect((await read(caller, id)).title).to.equal(word);
    }
  });

  it('make one version of the same keyed restore, 50 times at once', async () => {
    const callers = await pair.callers();
    const { id, title } = await create(callers[0]);
    await push(callers[1], id);
    const key = unique();
    const answers = await atOnce(50, (n) => turn(callers, n).post(restoreOf(id, 1), undefined, keyed(key)));
    expectSameText(answers, 201);
    for (const caller of callers) {
      expect((await listVersions(caller, id)).current_version).to.equal(3);
      expect((await read(caller, id)).title).to.equal(title);
    }
  });

  it('know a keyed push again while other pushes go on', async () => {
    const callers = await pair.callers();
    const { id } = await create(callers[0]);
    const [key, word] = [unique(), unique()];
    const answers: Answer[] = [];
    await Promise.all([
      inRows(40, 4, async (n) => {
        await push(turn(callers, n), id);
      }),
      inRows(30, 3, async (n) => {
        answers.push(await turn(callers, n).post(versionsOf(id), saying(word), keyed(key)));
      }),
    ]);
    expectSameText(answers, 201);
    const { versions } = await listVersions(callers[1], id);
    expect(versions.map(({ version }) => version)).to.deep.equal(range(1, 42));
    expect(versions.filter(({ title }) => title === word)).to.have.length(1);
  });

  it('put 20 restores and 20 pushes in one order, each with its own content', async () => {
    const callers = await pair.callers();
    const { id } = await create(callers[0], saying('the first'));
    const original = await read(callers[0], id);
    const pushed: Pushed[] = [];
    const restored = (
      await atOnce(40, async (n) => {
        const caller = turn(callers, n >> 1);
        if (n % 2 === 0) return [(await restore(caller, id, 1)).version];
        const word = unique();
        pushed.push({ word, version: (await push(caller, id, saying(word))).version });
        return [];
      })
    ).flat();
    expect(inOrder([...restored, ...pushed.map(({ version }) => version)])).to.deep.equal(range(2, 41));
    await expectVersions(callers[1], id, pushed);
    for (const version of restored) {
      const { title, blocks } = await readVersion(callers[0], id, version);
      expect({ title, blocks }).to.deep.equal({ title: original.title, blocks: original.blocks });
    }
  });

  it('let exactly one of 20 with the same If-Match through', async () => {
    const callers = await pair.callers();
    const { id } = await create(callers[0]);
    const guard = { 'If-Match': '"1"' };
    const answers = await atOnce(20, (n) => {
      const caller = turn(callers, n >> 1);
      return n % 2 === 0
        ? caller.post<NewVersion>(versionsOf(id), saying(unique()), guard)
        : caller.post<NewVersion>(restoreOf(id, 1), undefined, guard);
    });
    expect(countStatuses(answers)).to.deep.equal({ 201: 1, 412: 19 });
    for (const answer of answers.filter(({ status }) => status === 412)) {
      expect(expectError(answer, 'PRECONDITION_FAILED')).to.deep.equal({ current_version: 2 });
    }
    expect((await listVersions(callers[1], id)).current_version).to.equal(2);
  });

  it('are seen by every request by id that follows, on the other process', async () => {
    const callers = await pair.callers();
    const { id, title } = await create(callers[0]);
    const titles = [title];
    for (const version of range(2, 41)) {
      const word = unique();
      titles.push((await push(turn(callers, version), id, saying(word))).title);
      const other = otherTurn(callers, version);
      const list = await listVersions(other, id);
      expect(list.current_version).to.equal(version);
      expect(list.versions.map((each) => each.title)).to.deep.equal(titles);
      expect((await readVersion(other, id, version)).title).to.equal(word);
      expect((await read(other, id)).blocks[0]?.content).to.equal(word);
    }
  });
});

async function expectVersions(caller: Client, id: string, pushed: readonly Pushed[]): Promise<void> {
  const { versions } = await listVersions(caller, id);
  const titles = new Map(versions.map(({ version, title }) => [version, title]));
  await atOnce(pushed.length, async (n) => {
    const { word, version } = pushed[n] as Pushed;
    expect(titles.get(version)).to.equal(word);
    const found = await readVersion(caller, id, version);
    expect([found.version, found.title, found.blocks[0]?.content]).to.deep.equal([version, word, word]);
  });
}
