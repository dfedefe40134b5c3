import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { OverloadedError, UnavailableError } from '../../src/domain/errors.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { collect } from '../support/rebuild-helpers.js';
import { listFacts, text } from './object-store-list.js';

export type ObjectStoreFixture = {
  /** Empty at first. */
  store: ObjectStore;
  /** A second store on the same objects, as another process would have it. */
  another?: () => Promise<ObjectStore>;
  dispose(): Promise<void>;
};

/** What every object store must do, whatever it is made of. One store for the suite, a key prefix per test. */
export function objectStoreContract(name: string, make: () => Promise<ObjectStoreFixture>): void {
  describe(`object store contract: ${name}`, function () {
    this.timeout(120_000);
    let fixture: ObjectStoreFixture;
    let store: ObjectStore;
    let base: string;

    before(async () => {
      fixture = await make();
      store = fixture.store;
    });
    after(async () => fixture?.dispose());
    beforeEach(() => {
      base = `t${randomBase62(16)}/`;
    });

    const keys = async (prefix: string, after?: string) =>
      (await collect(store.list(base + prefix, after === undefined ? {} : { after: base + after }))).map((key) =>
        key.slice(base.length),
      );

    describe('create', () => {
      it('writes an object that is then read back whole', async () => {
        const body = allBytes(300_000);
        expect(await store.create(`${base}a/b.json`, body)).to.equal('created');
        expect(await bytesAt(store, `${base}a/b.json`)).to.equal(hex(body));
      });

      it('leaves what is there', async () => {
        await store.create(`${base}once`, text('first'));
        expect(await store.create(`${base}once`, text('second'))).to.equal('exists');
        expect(await textAt(store, `${base}once`)).to.equal('first');
      });

      it("lets exactly one of 64 racers through, and the object is that one's", async () => {
        for (let round = 0; round < 5; round++) {
          await expectOneWinner(`${base}race/${round}`, () => store);
        }
      });

      it('lets exactly one of 64 racers of two processes through', async function () {
        if (!fixture.another) return this.skip();
        const other = await fixture.another();
        try {
          await expectOneWinner(`${base}race/two`, (racer) => (racer % 2 ? store : other));
          expect(await textAt(other, `${base}race/two`)).to.equal(await textAt(store, `${base}race/two`));
        } finally {
          await other.close();
        }
      });

      it('makes many objects in new folders at once', async () => {
        const names = Array.from({ length: 40 }, (_, i) => `d/${i % 7}/e/${String(i).padStart(2, '0')}`);
        const outcomes = await Promise.all(names.map((key) => store.create(base + key, text(key))));
        expect(new Set(outcomes)).to.deep.equal(new Set(['created']));
        expect(await keys('d/')).to.deep.equal([...names].sort());
      });

      it('takes a key again after its object was removed', async () => {
        await store.create(`${base}again`, text('first'));
        await store.remove(`${base}again`);
        expect(await store.create(`${base}again`, text('second'))).to.equal('created');
        expect(await textAt(store, `${base}again`)).to.equal('second');
      });

      it('keeps an empty object', async () => {
        expect(await store.create(`${base}empty`, new Uint8Array())).to.equal('created');
        expect(await store.create(`${base}empty`, text('x'))).to.equal('exists');
        expect(await textAt(store, `${base}empty`)).to.equal('');
      });
    });

    describe('put', () => {
      it('replaces the whole object, longer by shorter too', async () => {
        await store.put(`${base}p`, text('a'.repeat(10_000)));
        await store.put(`${base}p`, text('b'));
        expect(await textAt(store, `${base}p`)).to.equal('b');
      });

      it('takes what a function gives', async () => {
        await store.put(`${base}given`, () => text('given'));
        expect(await textAt(store, `${base}given`)).to.equal('given');
      });

      it('shows readers the old or the new object, never a part', async () => {
        const bodies = [text('a'.repeat(200_000)), text('b'.repeat(150_000))] as const;
        await store.put(`${base}torn`, bodies[0]);
        let writing = true;
        const writer = repeatedly(20, (i) => store.put(`${base}torn`, bodies[i % 2 ? 0 : 1])).finally(
          () => (writing = false),
        );
        const whole = new Set(bodies.map(hex));
        let reads = 0;
        while (writing || reads === 0) {
          expect(whole.has((await bytesAt(store, `${base}torn`)) ?? '')).to.equal(true);
          reads++;
        }
        await writer;
      });

      it('is seen by the read that follows it, 100 times', async () => {
        await repeatedly(100, async (i) => {
          await store.put(`${base}seen`, text(String(i)));
          expect(await textAt(store, `${base}seen`)).to.equal(String(i));
        });
      });

      it('is seen by another process', async function () {
        if (!fixture.another) return this.skip();
        const other = await fixture.another();
        try {
          await store.put(`${base}seen`, text('here'));
          expect(await textAt(other, `${base}seen`)).to.equal('here');
          expect(await collect(other.list(base))).to.deep.equal([`${base}seen`]);
        } finally {
          await other.close();
        }
      });
    });

    describe('read and remove', () => {
      it('reads undefined where there is nothing, and where there are only longer keys', async () => {
        await store.create(`${base}folder/object`, text('x'));
        expect(await store.read(`${base}nothing`)).to.equal(undefined);
        expect(await store.read(`${base}no/such/folder`)).to.equal(undefined);
        expect(await store.read(`${base}folder`)).to.equal(undefined);
      });

      it('tells the size of an object before it reads it, and none of what is not there', async () => {
        await store.create(`${base}sized`, allBytes(300_000));
        const sizes: number[] = [];
        const body = await store.read(`${base}sized`, (bytes) => sizes.push(bytes));
        expect(body?.byteLength).to.equal(300_000);
        expect(await store.read(`${base}none`, (bytes) => sizes.push(bytes))).to.equal(undefined);
        expect(sizes).to.deep.equal([300_000]);
      });

      it('reads nothing that is too large, raises why, and goes on as before', async () => {
        await store.create(`${base}sized`, allBytes(3_000_000));
        for (const refusal of [new OverloadedError('no room'), new UnavailableError('too large')]) {
          const raised: unknown = await store
            .read(`${base}sized`, () => {
              throw refusal;
            })
            .catch((error: unknown) => error);
          expect(raised).to.equal(refusal);
        }
        expect((await store.read(`${base}sized`))?.byteLength).to.equal(3_000_000);
      });

      it('removes an object, and does not mind one that is not there', async () => {
        await store.create(`${base}gone`, text('x'));
        await store.remove(`${base}gone`);
        await store.remove(`${base}gone`);
        await store.remove(`${base}never/was`);
        expect(await store.read(`${base}gone`)).to.equal(undefined);
        expect(await keys('')).to.deep.equal([]);
      });

      it('creates in a folder whose last object is being removed', async () => {
        await repeatedly(20, async (i) => {
          await store.create(`${base}busy/${i}/a`, text('a'));
          const [outcome] = await Promise.all([
            store.create(`${base}busy/${i}/b`, text('b')),
            store.remove(`${base}busy/${i}/a`),
          ]);
          expect(outcome).to.equal('created');
        });
        expect(await keys('busy/')).to.have.length(20);
      });
    });

    listFacts(() => ({ store, base, keys }));

    async function expectOneWinner(key: string, storeOf: (racer: number) => ObjectStore): Promise<void> {
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, (_, racer) => storeOf(racer).create(key, text(`racer ${racer}`))),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.length(1);
      expect(await textAt(store, key)).to.equal(`racer ${outcomes.indexOf('created')}`);
    }
  });
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const allBytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i % 256);

async function bytesAt(store: ObjectStore, key: string): Promise<string | undefined> {
  const found = await store.read(key);
  return found && hex(found);
}

async function textAt(store: ObjectStore, key: string): Promise<string | undefined> {
  const found = await store.read(key);
  return found && Buffer.from(found).toString();
}

async function repeatedly(times: number, work: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < times; i++) await work(i);
}
