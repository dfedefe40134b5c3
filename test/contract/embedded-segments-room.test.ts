import { expect } from 'chai';
import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { readEntries } from '../../src/adapters/segments/contents.js';
import { readEntriesOf } from '../../src/adapters/segments/load-log.js';
import { KINDS } from '../../src/adapters/segments/record.js';
import type { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { runScriptUntil } from '../support/child-script.js';
import { Gate } from '../support/gate.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { endAt, NEVER_MS, objectsOf, SegmentFolder } from '../support/segment-folder.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const MODULES = { SegmentObjectStore: new URL('../../src/adapters/segments/segment-object-store.js', import.meta.url) };
const SEGMENT_BYTES = 20_000;
const KEPT = { lookAfterMs: NEVER_MS, segmentBytes: SEGMENT_BYTES };
const EMPTYING = { lookAfterMs: 1, segmentBytes: SEGMENT_BYTES };

describe('room of embedded objects', function () {
  this.timeout(120_000);
  let folder: SegmentFolder;

  beforeEach(async () => {
    folder = await SegmentFolder.make();
  });
  afterEach(() => folder.remove());

  const vanished = (number: number) => until(async () => !(await folder.numbers()).includes(number));
  const reopened = async (store: SegmentObjectStore, options = KEPT) => {
    await store.close();
    return folder.open(options);
  };

  /** Objects of 2,000 bytes, until the segment that is written to has this number. Gives their keys. */
  const fillUntil = async (store: SegmentObjectStore, number: number, prefix: string) => {
    const keys: string[] = [];
    while (endAt(store).segment < number) {
      const key = `${prefix}/${keys.length}`;
      await store.create(key, Buffer.alloc(2000, key));
      keys.push(key);
    }
    return keys;
  };

  const removeAll = (store: SegmentObjectStore, keys: readonly string[]) =>
    Promise.all(keys.map((key) => store.remove(key)));

  it('removes the file of a segment whose objects were mostly removed, and keeps the others of it', async () => {
    let store = await folder.open(EMPTYING);
    const keys = await fillUntil(store, 3, 'a');
    const removed = keys.filter((_, index) => index % 3 > 0);
    await removeAll(store, removed);
    await vanished(2);
    const expected = Object.fromEntries(
      keys.filter((key) => !removed.includes(key)).map((key) => [key, String(Buffer.alloc(2000, key))]),
    );
    expect(await objectsOf(store)).to.deep.equal(expected);
    store = await reopened(store);
    expect(await objectsOf(store)).to.deep.equal(expected);
  });

  it('removes the file of a segment whose objects were mostly replaced', async () => {
    const store = await folder.open(EMPTYING);
    for (const key of await fillUntil(store, 3, 'a')) await store.put(key, Buffer.from('new'));
    await vanished(2);
    expect(new Set(Object.values(await objectsOf(store)))).to.deep.equal(new Set(['new']));
  });

  it('ends the newest segment, too, once half of it is dead', async () => {
    const store = await folder.open(EMPTYING);
    const body = Buffer.alloc(2000);
    for (let i = 0; i < 8; i++) await store.put('a', body);
    await until(async () => {
      await store.put('b', Buffer.from('b'));
      return !(await folder.numbers()).includes(2);
    });
    expect(Object.keys(await objectsOf(store))).to.deep.equal(['a', 'b']);
  });

  it('keeps a segment whose objects are mostly needed', async () => {
    const store = await folder.open(EMPTYING);
    const first = await fillUntil(store, 3, 'a');
    const second = await fillUntil(store, 4, 'b');
    await removeAll(store, [...first.slice(0, 3), ...second.slice(0, -2)]);
    await vanished(3);
    expect(await folder.numbers()).to.include(2);
  });

  for (const [order, numbers] of Object.entries({ before: [2, 3], after: [3, 2] } as const)) {
    it(`remembers a removal when the segment of the object is emptied ${order} that of the removal`, async () => {
      let store = await folder.open(KEPT);
      const first = await fillUntil(store, 3, 'a');
      const gone = first[0] as string;
      expect(endAt(store).segment, 'where the removal will be').to.equal(3);
      await store.remove(gone);
      const keys = { 2: first.slice(1), 3: await fillUntil(store, 4, 'b') };
      for (const number of numbers) {
        const [kept = '', ...removed] = keys[number];
        await removeAll(store, removed);
        store = await reopened(store, EMPTYING);
        await vanished(number);
        store = await reopened(store);
        expect(await store.read(gone), `after segment ${number}`).to.equal(undefined);
        expect(await store.read(kept)).not.to.equal(undefined);
      }
      expect(await store.create(gone, Buffer.from('new'))).to.equal('created');
    });
  }

  it('keeps an object that was created again, when the segment of its removal is emptied', async () => {
    let store = await folder.open(KEPT);
    const [again = ''] = await fillUntil(store, 3, 'a');
    await store.remove(again);
    const [, ...removed] = await fillUntil(store, 4, 'b');
    await store.create(again, Buffer.from('again'));
    await removeAll(store, removed);
    store = await reopened(store, EMPTYING);
    await vanished(3);
    store = await reopened(store);
    expect(String(await store.read(again))).to.equal('again');
  });

  it('gives back the room of removals, once no older segment needs them', async () => {
    const store = await folder.open(EMPTYING);
    for (let round = 0; round < 5; round++) {
      const keys = await fillUntil(store, endAt(store).segment + 3, `round${round}`);
      await removeAll(store, keys);
    }
    const last = endAt(store).segment ?? 0;
    await until(async () => {
      await store.put('last', Buffer.alloc(2000));
      return ((await folder.numbers())[1] ?? 0) > last;
    });
    expect(Object.keys(await objectsOf(store))).to.deep.equal(['last']);
    await store.close();
    for (const number of await folder.numbers()) {
      const kinds = [...readEntries(await readEntriesOf(folder.path, { number, id: '' }))].map(({ kind }) => kind);
      expect(kinds, String(number)).not.to.include(KINDS.removal);
    }
  });

  it('reads an object anew whose segment vanished before it was opened', async () => {
    const store = await folder.open(EMPTYING);
    const keys = await fillUntil(store, 3, 'a');
    const gate = new Gate();
    const { promises } = fs;
    const { open } = promises;
    const replaceOpen = (replaced: typeof open) => {
      Object.assign(promises, { open: replaced });
      syncBuiltinESMExports();
    };
    replaceOpen(async (...storage) => {
      replaceOpen(open);
      return gate.before({ open }, 'open').open(...storage);
    });
    const reading = store.read(keys[0] as string);
    await gate.reached;
    // At once: what lived on would be copied by way of the file that is not open yet.
    await Promise.all(keys.map((key) => store.put(key, Buffer.from('new'))));
    await vanished(2);
    gate.open();
    expect(String(await reading)).to.equal('new');
  });

  for (const seed of [1, 2, 3]) {
    it(`loses no change of an object while its segments are emptied (seed ${seed})`, async () => {
      let store = await folder.open({ ...EMPTYING, lookAfterMs: 0 });
      const expected = new Map<string, string>();
      for (let life = 0; life < 3; life++) {
        await Promise.all(
          Array.from({ length: 8 }, (_, lane) =>
            changeMany(store, expected, { seed: 100 * seed + 10 * life + lane, lane }),
          ),
        );
        expect(await objectsOf(store)).to.deep.equal(Object.fromEntries([...expected].sort()));
        store = await reopened(store, { ...EMPTYING, lookAfterMs: 0 });
        expect(await objectsOf(store)).to.deep.equal(Object.fromEntries([...expected].sort()));
      }
      const numbers = await folder.numbers();
      expect(numbers.at(-1)).to.be.greaterThan(2 * numbers.length);
    });
  }

  it('has what was answered for after its process was killed while it emptied segments', async () => {
    const last = new Map<number, number>();
    for (let round = 0; round < 3; round++) {
      const lines = await runScriptUntil(400, {
        modules: MODULES,
        arguments: [folder.path, JSON.stringify([...last.values()])],
        script: `
          ${changeOf.toString()}
          const [folder, last] = process.argv.slice(1);
          const begin = JSON.parse(last);
          const store = new SegmentObjectStore(folder, { lookAfterMs: 0, segmentBytes: ${SEGMENT_BYTES} });
          const run = async (lane) => {
            for (let i = (begin[lane] ?? -1) + 1; ; i++) {
              const { key, text } = changeOf(lane, i);
              await (text === undefined ? store.remove(key) : store.put(key, Buffer.from(text)));
              print(JSON.stringify([lane, i]));
            }
          };
          for (let lane = 0; lane < 8; lane++) run(lane);`,
      });
      for (let lane = 0; lane < 8; lane++) last.set(lane, last.get(lane) ?? -1);
      for (const line of lines) {
        const [lane, i] = JSON.parse(line) as [number, number];
        last.set(lane, i);
      }
      const store = await folder.open(KEPT);
      const objects = await objectsOf(store);
      await store.close();
      for (const [lane, i] of last) {
        const own = Object.fromEntries(Object.entries(objects).filter(([key]) => key.startsWith(`lane${lane}/`)));
        expect([stateAfter(lane, i), stateAfter(lane, i + 1)]).to.deep.include(own);
      }
    }
    const numbers = await folder.numbers();
    expect(numbers.at(-1)).to.be.greaterThan(2 * numbers.length);
  });

  it('removes a file at the next start that was emptied, and nothing of it comes back', async () => {
    let store = await folder.open(EMPTYING);
    const keys = await fillUntil(store, 3, 'a');
    const bytes = await folder.bytesOf(2);
    await removeAll(store, keys);
    await vanished(2);
    await store.close();
    await writeFile(folder.pathOf(2), bytes);
    store = await folder.open(KEPT);
    expect(await objectsOf(store)).to.deep.equal({});
    expect(await folder.numbers()).to.not.include(2);
  });

  it('empties the others when a segment has a damaged object, and never removes that', async () => {
    let store = await folder.open(KEPT);
    const [first, second] = [await fillUntil(store, 3, 'a'), await fillUntil(store, 4, 'b')];
    await removeAll(store, [...first.slice(1), ...second]);
    await store.close();
    const bytes = await folder.bytesOf(2);
    const at = bytes.indexOf(first[0] as string) + 100;
    await writeFile(folder.pathOf(2), bytes.fill('damaged', at, at + 7));
    const stuck: unknown[] = [];
    store = await folder.open({ ...EMPTYING, onStuck: (file, error) => stuck.push(file, String(error)) });
    await vanished(3);
    expect(await folder.numbers()).to.include(2);
    expect(stuck[0]).to.equal(folder.pathOf(2));
    expect(stuck[1]).to.match(/0000000002.segment/);
    expect(stuck).to.have.length(2);
    await expectUnavailable(store.read(first[0] as string), '0000000002.segment');
  });
});

type Lane = { seed: number; lane: number };

async function changeMany(
  store: SegmentObjectStore,
  expected: Map<string, string>,
  { seed, lane }: Lane,
): Promise<void> {
  const random = new SeededRandom(seed);
  for (let i = 0; i < 100; i++) {
    const key = `${random.below(6)}/of/${lane}`;
    const text = `${seed} ${i} `.padEnd(random.below(2500), 'x');
    const kind = random.weighted({ put: 3, create: 3, remove: 3 });
    if (kind === 'remove') {
      await store.remove(key);
      expected.delete(key);
    } else if (kind === 'put') {
      await store.put(key, Buffer.from(text));
      expected.set(key, text);
    } else {
      const outcome = await store.create(key, Buffer.from(text));
      expect(outcome).to.equal(expected.has(key) ? 'exists' : 'created');
      if (outcome === 'created') expected.set(key, text);
    }
  }
}

/** The change that a lane makes as its number `i`. The child runs it, too. */
function changeOf(lane: number, i: number): { key: string; text: string | undefined } {
  const key = `lane${lane}/${i % 7}`;
  return { key, text: i % 3 === 2 ? undefined : `${i} `.padEnd(1000 + (i % 11) * 100, '.') };
}

function stateAfter(lane: number, last: number): Record<string, string> {
  const state = new Map<string, string>();
  for (let i = 0; i <= last; i++) {
    const { key, text } = changeOf(lane, i);
    if (text === undefined) state.delete(key);
    else state.set(key, text);
  }
  return Object.fromEntries(state);
}
