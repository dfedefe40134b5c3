import { expect } from 'chai';
import { folderKey, ownerKey, slotKey } from '../../src/log/object-keys.js';
import { documentIdOfKey, kindOfKey } from '../../src/maintenance/shared/sync-kinds.js';
import { mergeListings, type Listed } from '../../src/maintenance/shared/sync-merge.js';
import { planTasks } from '../../src/maintenance/sync/sync-plan.js';
import { newDocumentId } from '../support/log-objects.js';

const HASH = 'd'.repeat(64);

async function* listing(...keys: string[]): AsyncGenerator<string> {
  yield* keys;
}

async function* eachOf(items: Listed[]): AsyncGenerator<Listed> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('keys of a bucket', () => {
  it('are told apart by what they name', () => {
    const id = newDocumentId();
    const kinds: Record<string, string> = {
      [slotKey(id, 1)]: 'documents',
      [folderKey(id)]: 'folders',
      [ownerKey('alice.b-c_d')]: 'owners',
      [`keys/${HASH}.json`]: 'keys',
      [`revocations/${HASH}.json`]: 'revocations',
      'suspensions/alice.b-c_d/0000000001-suspended.json': 'suspensions',
      'suspensions/a/0000000002-resumed.json': 'suspensions',
      'index-generation.json': 'place',
      'key-changes.json': 'place',
      'leases/maintenance/0000000001.json': 'place',
      'rebuilds/x1.json': 'place',
      'probes/x-0-1.json': 'place',
      [slotKey(id, 0)]: 'foreign',
      [`documents/${id}/versions/1.json`]: 'foreign',
      [`documents/${id}.json`]: 'foreign',
      [`documents/${id}/versions/0000000001.json/x`]: 'foreign',
      [`copy/${slotKey(id, 1)}`]: 'foreign',
      'folders/short.json': 'foreign',
      [`folders/${id}`]: 'foreign',
      'owners/.json': 'foreign',
      [`keys/${HASH.toUpperCase()}.json`]: 'foreign',
      'readme.txt': 'foreign',
      'suspensions/alice.json': 'foreign',
      'suspensions/.a/0000000001-suspended.json': 'foreign',
      'suspensions/a/0000000001-gone.json': 'foreign',
      'suspensions/a/0000000001-resumed.json.json': 'foreign',
      'maintenance-runs/gc.json': 'place',
    };
    expect(Object.fromEntries(Object.keys(kinds).map((key) => [key, kindOfKey(key)]))).to.deep.equal(kinds);
    expect(documentIdOfKey(slotKey(id, 7))).to.equal(id);
  });
});

describe('two listings side by side', () => {
  const cases: [string[], string[]][] = [
    [[], []],
    [['a', 'b'], []],
    [[], ['a', 'b']],
    [
      ['a', 'c', 'e'],
      ['b', 'c', 'd', 'f'],
    ],
    [['x'], ['x']],
    [
      ['B', 'a-b', 'a/b', 'aa'],
      ['A', 'a/b', 'b'],
    ],
  ];
  for (const [source, target] of cases) {
    it(`say of every key where it is: ${source.join(' ') || 'none'} | ${target.join(' ') || 'none'}`, async () => {
      const merged = await all(mergeListings(listing(...source), listing(...target)));
      const expected = [...new Set([...source, ...target])]
        .sort()
        .map((key) => ({ key, at: !target.includes(key) ? 'source' : source.includes(key) ? 'both' : 'target' }));
      expect(merged).to.deep.equal(expected);
    });
  }

  it('are closed when nobody reads on', async () => {
    const closed: string[] = [];
    async function* endless(name: string): AsyncGenerator<string> {
      try {
        for (let n = 0; ; n++) yield `${name}${n}`;
      } finally {
        closed.push(name);
      }
    }
    for await (const _listed of mergeListings(endless('a'), endless('b'))) break;
    expect(closed).to.have.members(['a', 'b']);
  });
});

describe('the plan of a copy', () => {
  const [first, other] = ['A'.repeat(24), 'B'.repeat(24)];
  const slots = (id: string, marks: string): Listed[] =>
    [...marks].map((mark, n) => ({
      key: slotKey(id, n + 1),
      at: mark === 's' ? 'source' : mark === 't' ? 'target' : 'both',
    }));

  /** Steps by task, in short: `g3` is a guard of slot 3. */
  async function planned(listed: Listed[], verify = false) {
    const counts = { present: 0, onlyAtTarget: 0 };
    const tasks = await all(
      planTasks(eachOf(listed), {
        kind: 'documents',
        verify,
        onPresent: () => counts.present++,
        onOnlyAtTarget: () => counts.onlyAtTarget++,
      }),
    );
    const short = tasks.map(({ steps }) =>
      steps.map(({ act, key }) => `${act === 'compare' ? '=' : act[0]}${Number(key.slice(-15, -5))}`).join(' '),
    );
    return { tasks, short, counts };
  }

  it('is one row of slots a document', async () => {
    const { short, counts } = await planned([...slots(first, 'sss'), ...slots(other, 'ss')]);
    expect(short).to.deep.equal(['c1 c2 c3', 'c1 c2']);
    expect(counts).to.deep.equal({ present: 0, onlyAtTarget: 0 });
  });

  it('guards the slot below what it copies, and no other', async () => {
    const { short, counts } = await planned([...slots(first, 'bbbss'), ...slots(other, 'bttsbbs')]);
    expect(short).to.deep.equal(['g3 c4 c5', 'g3 c4 g6 c7']);
    expect(counts).to.deep.equal({ present: 6, onlyAtTarget: 2 });
  });

  it('holds nothing of documents that both have', async () => {
    expect((await planned([...slots(first, 'bbb'), ...slots(other, 'bt')])).tasks).to.deep.equal([]);
  });

  it('compares all that both have when it is to verify', async () => {
    const { short, counts } = await planned(slots(first, 'bbs'), true);
    expect(short).to.deep.equal(['=1 =2 c3']);
    expect(counts.present).to.equal(0);
  });

  it('begins with the newest suspension of each owner', async () => {
    const listed = [
      'a/0000000001-suspended',
      'a/0000000002-resumed',
      'a/0000000003-suspended',
      'b/0000000001-suspended',
    ].map((name, n): Listed => ({ key: `suspensions/${name}.json`, at: n === 1 ? 'both' : 'source' }));
    const counts = { present: 0 };
    const tasks = await all(
      planTasks(eachOf(listed), {
        kind: 'suspensions',
        verify: false,
        onPresent: () => counts.present++,
        onOnlyAtTarget: () => undefined,
      }),
    );
    expect(tasks.map(({ steps }) => steps.map(({ key }) => key))).to.deep.equal([
      [listed[2]?.key, listed[0]?.key],
      [listed[3]?.key],
    ]);
    expect(counts).to.deep.equal({ present: 1 });
  });

  it('cuts a long document into pieces that know of each other', async () => {
    const { tasks } = await planned([...slots(first, 's'.repeat(250)), ...slots(other, 's')]);
    expect(tasks.map(({ steps }) => steps.length)).to.deep.equal([100, 100, 50, 1]);
    expect(new Set(tasks.map(({ sequence }) => sequence)).size).to.equal(2);
  });
});
