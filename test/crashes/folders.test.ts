/** A process that dies between the steps of a change of folders. */
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Client, expectError, expectStatus } from '../http/client.js';
import { content, create, createFolder, keyPath, put, read, unique, type MadeFolder } from '../http/making.js';
import { eventually, slotsOf, SHARED_SETTINGS } from '../races/support.js';
import { replay } from '../races/folders/replayed-tree.js';
import { FleetMember } from '../support/fleet/member.js';
import type { CrashPoint } from '../support/fleet/steps.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';

const TEST_MS = 120_000;
const DOCUMENTS = 12;

describeModes('crashes: folders', (makeStorage) => {
  let storage: TestStorage;
  let env: Record<string, string>;
  let owner: string;
  let key: string;
  let members: FleetMember[];
  beforeEach(async function () {
    this.timeout(TEST_MS);
    storage = await makeStorage();
    env = { ...storage.env, ...SHARED_SETTINGS };
    owner = `o${unique()}`;
    key = await issueKey(env, { owner });
    members = [];
  });
  afterEach(async () => {
    await Promise.all(members.map((member) => member.stop()));
    await storage.dispose();
  });

  async function start(): Promise<Client> {
    const member = await FleetMember.start(env);
    members.push(member);
    return new Client(member.url, { 'X-API-Key': key });
  }

  /** Sends what the first process dies of. */
  async function dieOf(send: () => Promise<unknown>, point: Omit<CrashPoint, 'operation'>): Promise<void> {
    const [victim] = members as [FleetMember];
    await victim.order({ crashAt: { operation: 'folder', ...point } });
    expect(await send().catch(() => 'no answer')).to.equal('no answer');
    expect(await victim.ended).to.equal('SIGKILL');
  }

  /** As if all had been evicted. */
  async function forgetCounters(): Promise<void> {
    if (storage.mode === 'embedded') return;
    const redis = new Redis(env['REDIS_URL'] as string);
    const keys = await redis.keys(`${env['REDIS_PREFIX']}*`);
    if (keys.length > 0) await redis.del(...keys);
    await redis.quit();
  }

  const CLAIMED = { call: 'store.create', moment: 'after', nth: 1 } as const;
  const RAISED = { call: 'index.raiseKey', moment: 'after', nth: 1 } as const;
  for (const [name, point] of Object.entries({ claimed: CLAIMED, 'brought forward': RAISED })) {
    it(`that dies when a move was ${name} leaves it undone or done, the same for all, and once`, async function () {
      this.timeout(TEST_MS);
      const victim = await start();
      const others = storage.mode === 'cluster' ? [await start()] : [];
      const [from, to] = [await createFolder(victim), await createFolder(victim)];
      const { id } = await create(victim, { folder_id: from.id });
      await dieOf(() => victim.patch(`/v1/folders/${from.id}`, { parent_id: to.id }), point);
      await forgetCounters();
      others.push(await start());
      const revisions = await Promise.all(
        others.map(async (each) => expectStatus(await each.get<MadeFolder>(`/v1/folders/${from.id}`), 200).revision),
      );
      expect(revisions).to.deep.equal(others.map(() => (point === CLAIMED ? 1 : 2)));
      await createFolder(others[0]!);
      for (const each of others) {
        const folder = expectStatus(await each.get<MadeFolder>(`/v1/folders/${from.id}`), 200);
        expect(folder).to.include({ parent_id: to.id, path: `${to.path}/${from.name}`, revision: 2 });
        expect(await read(each, id)).to.include({ folder_id: from.id, current_version: 1 });
      }
      expect((await replay(env, owner)).at(-1)?.living()).to.have.length(3);
    });
  }

  it('that dies in the middle of a delete of all below hides it at once, and leaves nothing in the end', async function () {
    this.timeout(TEST_MS);
    const victim = await start();
    const others = storage.mode === 'cluster' ? [await start()] : [];
    const top = await createFolder(victim);
    const low = await createFolder(victim, { parent_id: top.id });
    const keys = Array.from({ length: DOCUMENTS }, () => unique());
    const ids: string[] = [];
    for (const [n, each] of keys.entries()) {
      ids.push((await put(victim, each, content({ folder_id: n % 2 ? top.id : low.id }))).id);
    }
    // The first is the entry of the log, the others are tombstones.
    const point = { call: 'store.create', moment: 'before', nth: 4 } as const;
    await dieOf(async () => {
      const answer = await victim.delete(`/v1/folders/${top.id}?recursive=true`);
      await (members[0] as FleetMember).ended;
      expectStatus(answer, 204);
      throw new Error('no answer');
    }, point);
    await forgetCounters();
    others.push(await start());
    for (const each of others) {
      for (const folder of [top, low]) {
        expectError(await each.get(`/v1/folders/${folder.id}`), 'FOLDER_NOT_FOUND');
        expectError(await each.get(`/v1/documents?folder_id=${folder.id}`), 'FOLDER_NOT_FOUND');
      }
      for (const [n, id] of ids.entries()) {
        expectError(await each.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
        expectError(await each.get(keyPath(keys[n]!)), 'DOCUMENT_NOT_FOUND');
      }
    }
    expect((await put(others[0]!, keys[0]!, content())).result).to.equal('created');
    for (const id of ids) {
      await eventually('it has a tombstone', async () => (await slotsOf(env, id)).at(-1) === 2);
    }
  });
});
