import { expect } from 'chai';
import { folderKey, ownerKey, slotKey } from '../../src/log/object-keys.js';
import { documentIdOfKey, kindOfKey } from '../../src/maintenance/shared/sync-kinds.js';
import { mergeListings } from '../../src/maintenance/shared/sync-merge.js';
import { newDocumentId } from '../support/log-objects.js';

const HASH = 'd'.repeat(64);

async function* listing(...keys: string[]): AsyncGenerator<string> {
  yield* keys;
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
