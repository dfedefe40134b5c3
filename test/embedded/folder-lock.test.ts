import { expect } from 'chai';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderOwner } from '../../src/adapters/filesystem/folder-owner.js';
import { acquireFolderLock, FolderInUseError, type FolderLock } from '../../src/adapters/filesystem/folder-lock.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULE = new URL('../../src/adapters/filesystem/folder-lock.js', import.meta.url).href;

/** Says `ready`, waits for a line, tries to get the lock, says how that went, and keeps what it got. */
const STARTER = `
  const { acquireFolderLock } = await import(${JSON.stringify(MODULE)});
  console.log('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await acquireFolderLock(process.argv[1]).then(() => console.log('owner'), (error) => console.log(error.name));
`;

/** Takes every candidate for a dead one, as an owner that tidies up can one that is not listening yet. */
const TIDIER = `
  const { readdirSync, rmSync } = await import('node:fs');
  const folder = process.argv[1];
  console.log('ready');
  process.stdin.once('data', () => process.exit());
  for (;;) {
    for (const name of readdirSync(folder)) if (name.endsWith('.candidate')) rmSync(folder + '/' + name, { force: true });
    await new Promise(setImmediate);
  }
`;
const TIDIED = 600;

describe('folder lock', function () {
  this.timeout(120_000);
  let base: string;
  let folder: string;
  const children: ChildProcess[] = [];

  before(() => void (base = temporaryFolder()));
  beforeEach(async () => {
    folder = await mkdtemp(join(base, 'folder-'));
  });
  afterEach(() => Promise.all(children.splice(0).map(kill)));

  async function starter(program = STARTER): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    expect(await nextLine(child)).to.equal('ready');
    return child;
  }

  /** All of them at the same moment. */
  async function race(starters: readonly ChildProcess[]): Promise<string[]> {
    const answers = starters.map(nextLine);
    for (const child of starters) child.stdin?.write('go\n');
    return Promise.all(answers);
  }

  it('makes exactly one of eight processes the owner, in an unused folder and after its owner was killed', async () => {
    for (let round = 0; round < 2; round++) {
      const starters = await Promise.all(Array.from({ length: 8 }, () => starter()));
      const answers = await race(starters);
      expect(
        answers.filter((answer) => answer === 'owner'),
        answers.join(),
      ).to.have.length(1);
      expect(answers.filter((answer) => answer === 'FolderInUseError')).to.have.length(7);
      await Promise.all(children.splice(0).map(kill));
    }
  });

  it('is refused, and nothing else, to whom an owner takes for dead at whatever moment', async () => {
    const tidier = await starter(TIDIER);
    let refused = 0;
    for (let round = 0; round < TIDIED; round++) {
      const lock = await acquireFolderLock(folder).catch((error: unknown) => error);
      if (lock instanceof Error) {
        expect(lock).to.be.instanceOf(FolderInUseError);
        refused++;
      } else {
        await (lock as FolderLock).release();
      }
    }
    expect(tidier.exitCode).to.equal(null);
    expect(refused).to.be.above(0);
  });

  it('is refused while the owner lives, with a line that names the folder', async () => {
    expect(await race([await starter()])).to.deep.equal(['owner']);
    const error = await acquireFolderLock(folder).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(FolderInUseError);
    expect(String(error))
      .to.contain(folder)
      .and.to.match(/Another process owns/);
  });

  it('dies with its process', async () => {
    for (let round = 0; round < 3; round++) {
      const owner = await starter();
      expect(await race([owner])).to.deep.equal(['owner']);
      await kill(owner);
    }
    await (await acquireFolderLock(folder)).release();
  });

  it('is refused within the process that has it, and free again after release', async () => {
    for (let round = 0; round < 3; round++) {
      const lock = await acquireFolderLock(folder);
      expect(await failure(acquireFolderLock(folder))).to.be.instanceOf(FolderInUseError);
      await lock.release();
    }
  });

  it('leaves one file behind, however often the folder changed hands', async () => {
    for (let round = 0; round < 5; round++) {
      const lock = await acquireFolderLock(folder);
      await failure(acquireFolderLock(folder));
      await lock.release();
    }
    expect(await readdir(folder)).to.have.length(1);
  });

  it('works in a folder whose path is longer than a socket address', async () => {
    folder = join(folder, 'x'.repeat(120), 'y'.repeat(120));
    await mkdir(folder, { recursive: true });
    const lock = await acquireFolderLock(folder);
    expect(await race([await starter()])).to.deep.equal(['FolderInUseError']);
    await lock.release();
    expect(await race([await starter()])).to.deep.equal(['owner']);
  });

  it('is not taken again by an owner that released it', async () => {
    const owner = await FolderOwner.of(folder);
    await owner.confirm();
    await owner.release();
    await expectUnavailable(owner.confirm(), /the lock of the folder .* was released/);
    expect(await race([await starter()])).to.deep.equal(['owner']);
  });

  it('does not keep its process alive', async () => {
    const owner = await starter();
    await race([owner]);
    const exit = once(owner, 'exit');
    owner.stdin?.end();
    expect((await exit)[0]).to.equal(0);
  });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function nextLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the starter ended with ${code}`)));
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}
