import { expect } from 'chai';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTables } from '../../src/adapters/lmdb/index-tables.js';
import type { LmdbDocumentIndex } from '../../src/adapters/lmdb/lmdb-document-index.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { eventually } from '../races/support.js';
import { livingHead } from '../support/factories.js';
import { runScript, runScriptUntil, type ChildScript } from '../support/child-script.js';
import { readExisting } from '../support/index-helpers.js';
import { startAskedChild } from './embedded-asked-child.js';

const MODULES = {
  openLmdbAdmin: new URL('../../src/adapters/lmdb/open-lmdb-admin.js', import.meta.url),
  openTables: new URL('../../src/adapters/lmdb/index-tables.js', import.meta.url),
  livingHead: new URL('../support/factories.js', import.meta.url),
  copyRound: new URL('../support/rebuild-helpers.js', import.meta.url),
};

/** What a rebuild does again and again until it is killed, saying so each time. */
const STEPS: Record<string, string> = {
  'writes what is higher': `
    const made = await rebuild.create(generation);
    for (;;) {
      await rebuild.writeIfHigher(made, Array.from({ length: 300 }, () => ({ kind: 'head', head: livingHead({ tags: ['t'] }) })));
      console.log('written');
    }`,
  'blocks the index and lifts the block': `
    const { name } = await rebuild.current();
    for (;;) {
      const hold = await rebuild.hold(name, 1);
      await rebuild.block(hold);
      console.log('blocked');
      await rebuild.unblock(hold);
    }`,
  'swaps the index for a copy and back': `
    const { name } = await rebuild.current();
    const made = await rebuild.create(generation);
    const [one, other] = [await rebuild.hold(name, 1), await rebuild.hold(made, 1)];
    for (;;) {
      for await (const batch of rebuild.changesAfter(name, {})) await rebuild.writeIfHigher(made, batch);
      await rebuild.block(one);
      for await (const batch of rebuild.changesAfter(name, {})) await rebuild.writeIfHigher(made, batch);
      await rebuild.swap(name, other);
      console.log('swapped');
      await rebuild.block(other);
      await rebuild.unblock(one);
      for await (const batch of rebuild.changesAfter(made, {})) await rebuild.writeIfHigher(name, batch);
      await rebuild.swap(made, one);
      await rebuild.unblock(other);
    }`,
  'makes an index and removes it': `
    for (let turn = 0; ; turn++) {
      const made = await rebuild.create(generation + turn);
      await rebuild.writeIfHigher(made, Array.from({ length: 600 }, () => ({ kind: 'head', head: livingHead({ tags: ['t'] }) })));
      console.log('made');
      await rebuild.remove(made);
    }`,
  'reads the index': `
    const { name } = await rebuild.current();
    for (;;) {
      for await (const marks of rebuild.scanHeads(name)) console.log('read');
    }`,
};
const ROUNDS = 3;

describe('a rebuild of an embedded index that is killed', function () {
  this.timeout(120_000);
  let folder: string;
  let index: LmdbDocumentIndex;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    index = openLmdbIndex(folder);
    await index.install('generation-0');
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });

  for (const [name, step] of Object.entries(STEPS)) {
    it(`while it ${name} leaves the service writing, and the next one finishes`, async () => {
      const writers = startWriters(index);
      await writers.acknowledge(100);
      for (let round = 0; round < ROUNDS; round++) {
        const generation = `g${randomBase62(8)}`;
        await runScriptUntil(1 + round * 3, rebuilding(step, generation));
        expect(await runScript(rebuilding(FINISH, generation))).to.deep.equal([true]);
        await writers.acknowledge(100);
        expect(await index.readGeneration()).to.equal(generation);
      }
      const acknowledged = await writers.stop();
      for (const [id, version] of acknowledged) {
        expect((await readExisting(index, id)).head.currentVersion).to.equal(version);
      }
    });
  }

  /** In a process of its own, as always: LMDB in one process cannot write to an environment twice. */
  function rebuilding(step: string, generation: string): ChildScript {
    return {
      modules: MODULES,
      arguments: [folder, generation],
      script: `const [folder, generation] = process.argv.slice(1); const rebuild = openLmdbAdmin(folder);${step}`,
    };
  }

  it('in the middle of a read does not keep pages from being free again', async () => {
    const { root } = openTables(folder, { readOnly: true });
    const reader = startAskedChild({
      modules: MODULES,
      arguments: [folder],
      script: `
        const { root, heads } = openTables(process.argv[1], { readOnly: true });
        const transaction = root.useReadTransaction();
        const answer = async () => void heads.get(Buffer.from('x'), { transaction });
        const finish = undefined;`,
    });
    const writers = startWriters(index);
    await reader.ask();
    expect(root.readerList()).to.include(String(reader.pid));
    await reader.kill();
    await writers.acknowledge(50);
    await eventually('the dead reader is forgotten', async () => !root.readerList().includes(String(reader.pid)));
    await writers.acknowledge(500);
    const { size } = await stat(join(folder, 'data.mdb'));
    await writers.acknowledge(2_000);
    await writers.stop();
    await root.close();
    expect((await stat(join(folder, 'data.mdb'))).size).to.be.at.most(2 * size);
  });
});

/** As an operator's next attempt does: it finds what is left, and goes on from there to the end. */
const FINISH = `
  const { name: from } = await rebuild.current();
  const source = await rebuild.hold(from, 1);
  await rebuild.unblock(source);
  await rebuild.create(generation + '-other');
  const to = await rebuild.create(generation);
  if (from !== to) {
    const target = await rebuild.hold(to, 1);
    await rebuild.unblock(target);
    await copyRound(rebuild, { from, to, position: {} });
    await rebuild.block(source);
    await copyRound(rebuild, { from, to, position: {} });
    await rebuild.swap(from, target);
    await rebuild.remove(from);
  }
  console.log(JSON.stringify((await rebuild.current()).name === to));
  await rebuild.close();`;

/** Writers that push to documents of their own until they are stopped, and wait while the index refuses them. */
function startWriters(index: LmdbDocumentIndex) {
  const acknowledged = new Map<string, number>();
  let [count, stopped] = [0, false];
  const write = async () => {
    let head = livingHead({ tags: ['t'] });
    for (let expected: Parameters<typeof index.writeHead>[0]['expected'] = 'absent'; !stopped;) {
      const outcome = await index.writeHead({ head, expected, summaries: [] });
      if (outcome === 'written') {
        acknowledged.set(head.id, head.currentVersion);
        count++;
      }
      await new Promise((resolve) => setImmediate(resolve));
      const found = await index.readHead(head.id);
      expected = found?.revision ?? 'absent';
      head = { ...head, currentVersion: (found?.head.currentVersion ?? 0) + 1 };
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, write));
  writers.catch(() => undefined);
  return {
    acknowledge: async (more: number) => {
      const goal = count + more;
      await Promise.race([
        eventually(`${more} more writes are acknowledged`, async () => count >= goal),
        writers.then(() => {
          throw new Error('the writers have stopped');
        }),
      ]);
    },
    stop: async () => {
      stopped = true;
      await writers;
      return acknowledged;
    },
  };
}
