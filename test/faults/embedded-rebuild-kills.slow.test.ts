// Slow: kills a process in three rounds at each step of a rebuild.
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { PRINT, runScript, runScriptUntil, type ChildScript } from '../support/child-script.js';
import { readExisting } from '../support/index-helpers.js';

const MODULES = {
  SqliteIndexAdmin: new URL('../../src/adapters/sqlite/index/sqlite-index-admin.js', import.meta.url),
  SqliteDocumentIndex: new URL('../../src/adapters/sqlite/index/sqlite-document-index.js', import.meta.url),
  livingHead: new URL('../support/factories.js', import.meta.url),
  copyRound: new URL('../support/rebuild-helpers.js', import.meta.url),
};

/** What a rebuild does again and again until it is killed, saying so each time. */
const STEPS: Record<string, string> = {
  'writes what is higher': `
    const made = await admin.create(generation);
    for (;;) {
      await admin.writeIfHigher(made, Array.from({ length: 300 }, () => ({ kind: 'head', head: livingHead({ tags: ['t'] }) })));
      print('written');
    }`,
  'blocks the index and lifts the block': `
    const { name } = await admin.current();
    for (;;) {
      const token = await admin.takeToken(name, 1);
      await admin.block(token);
      print('blocked');
      await admin.unblock(token);
    }`,
  'swaps the index for a copy and back': `
    const { name } = await admin.current();
    const made = await admin.create(generation);
    const [one, other] = [await admin.takeToken(name, 1), await admin.takeToken(made, 1)];
    for (;;) {
      for await (const batch of admin.changesAfter(name, {})) await admin.writeIfHigher(made, batch);
      await admin.block(one);
      for await (const batch of admin.changesAfter(name, {})) await admin.writeIfHigher(made, batch);
      await admin.swap(name, other);
      print('swapped');
      await admin.block(other);
      await admin.unblock(one);
      for await (const batch of admin.changesAfter(made, {})) await admin.writeIfHigher(name, batch);
      await admin.swap(made, one);
      await admin.unblock(other);
    }`,
  'makes an index and removes it': `
    for (let turn = 0; ; turn++) {
      const made = await admin.create(generation + turn);
      await admin.writeIfHigher(made, Array.from({ length: 600 }, () => ({ kind: 'head', head: livingHead({ tags: ['t'] }) })));
      print('made');
      await admin.remove(made);
    }`,
};
const ROUNDS = 3;

const REBUILD = 'const [folder, generation] = process.argv.slice(-2); const admin = new SqliteIndexAdmin(folder);';

/** Writers in the same process, as those of a service; they print each write that was acknowledged. */
const WRITERS = `
  const [folder, generation] = process.argv.slice(1);
  const index = SqliteDocumentIndex.of(folder);
  let begin;
  const begun = new Promise((resolve) => { begin = resolve; });
  const write = async () => {
    let head = livingHead({ tags: ['t'] });
    for (let expected = 'absent'; ; ) {
      const outcome = await index.writeHead({ head, expected, summaries: [] });
      if (outcome === 'written') print('ack ' + head.id + ' ' + head.currentVersion);
      if (outcome === 'written') begin();
      await new Promise((resolve) => setImmediate(resolve));
      const found = await index.readHead(head.id);
      expected = found?.revision ?? 'absent';
      head = { ...head, currentVersion: (found?.head.currentVersion ?? 0) + 1 };
    }
  };
  for (let lane = 0; lane < 8; lane++) void write();
  await begun;`;

describe('a process that rebuilds its embedded index and is killed', function () {
  this.timeout(120_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    const index = SqliteDocumentIndex.of(folder);
    await index.install('generation-0');
    await index.close();
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [name, step] of Object.entries(STEPS)) {
    it(`leaves every acknowledged write if that is while it ${name}, and the next one finishes`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const generation = `g${randomBase62(8)}`;
        const isStep = (line: string) => !line.startsWith('ack ');
        const lines = await runScriptUntil(1 + round * 3, beside(step, generation), isStep);
        expect(await runScript(rebuilding(FINISH, generation))).to.deep.equal([true]);
        await expectKept(generation, lines);
      }
    });
  }

  /** In a process of its own, which has the index to itself. */
  function rebuilding(step: string, generation: string): ChildScript {
    return { modules: MODULES, arguments: [folder, generation], script: REBUILD + step };
  }

  /** In a thread of the process that writes, as commands run. */
  function beside(step: string, generation: string): ChildScript {
    const imports = Object.entries(MODULES).map(
      ([name, url]) => `const { ${name} } = await import(${JSON.stringify(url.href)});`,
    );
    const thread = `(async () => { ${PRINT} ${imports.join('')} ${REBUILD} ${step} })()`;
    const start = `
      const { Worker } = await import('node:worker_threads');
      new Worker(${JSON.stringify(thread)}, { eval: true, argv: [folder, generation] });`;
    return { modules: MODULES, arguments: [folder, generation], script: WRITERS + start };
  }

  async function expectKept(generation: string, lines: readonly string[]): Promise<void> {
    const acknowledged = new Map(
      lines.flatMap((line) => {
        const [, id, version] = /^ack (\S+) (\d+)$/.exec(line) ?? [];
        return id === undefined ? [] : [[id, Number(version)] as const];
      }),
    );
    const index = SqliteDocumentIndex.of(folder);
    expect(await index.readGeneration()).to.equal(generation);
    expect(acknowledged.size).to.be.greaterThan(0);
    for (const [id, version] of acknowledged) {
      expect((await readExisting(index, id)).head.currentVersion).to.be.at.least(version);
    }
    await index.close();
  }
});

/** As an operator's next attempt does: it finds what is left, and goes on from there to the end. */
const FINISH = `
  const { name: from } = await admin.current();
  const source = await admin.takeToken(from, 1);
  await admin.unblock(source);
  await admin.create(generation + '-other');
  const to = await admin.create(generation);
  if (from !== to) {
    const target = await admin.takeToken(to, 1);
    await admin.unblock(target);
    await copyRound(admin, { from, to, position: {} });
    await admin.block(source);
    await copyRound(admin, { from, to, position: {} });
    await admin.swap(from, target);
    await admin.remove(from);
  }
  print(JSON.stringify((await admin.current()).name === to));
  await admin.close();`;
