import { expect } from 'chai';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUseError, FolderOwner, lockFolder } from '../../src/adapters/sqlite/files/folder-owner.js';
import type { Connection } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULE = new URL('../../src/adapters/sqlite/files/folder-owner.js', import.meta.url).href;

/** Says `ready`, waits for a line, tries to get the lock, says how that went, and keeps what it got. */
const STARTER = `
  const { lockFolder } = await import(${JSON.stringify(MODULE)});
  console.log('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  try {
    globalThis.lock = lockFolder(process.argv[1]);
    console.log('owner');
  } catch (error) {
    console.log(error.name);
  }
`;

describe('the owner of a data folder', function () {
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

  it('is refused while the owner lives, with a line that names the folder', async () => {
    expect(await race([await starter()])).to.deep.equal(['owner']);
    expect(() => lockFolder(folder))
      .to.throw(FolderInUseError, /Another process owns/)
      .with.property('message')
      .which.includes(folder);
  });

  it('dies with its process', async () => {
    for (let round = 0; round < 3; round++) {
      const owner = await starter();
      expect(await race([owner])).to.deep.equal(['owner']);
      await kill(owner);
    }
    lockFolder(folder).close();
  });

  it('is refused within the process that has it, and free again when it is closed', () => {
    for (let round = 0; round < 3; round++) {
      const lock: Connection = lockFolder(folder);
      expect(() => lockFolder(folder)).to.throw(FolderInUseError);
      lock.close();
    }
  });

  it('leaves one empty file, however often the folder changed hands', async () => {
    for (let round = 0; round < 5; round++) {
      const lock = lockFolder(folder);
      expect(() => lockFolder(folder)).to.throw(FolderInUseError);
      lock.close();
    }
    expect(await readdir(folder)).to.deep.equal(['owner.db']);
    expect((await stat(join(folder, 'owner.db'))).size).to.equal(0);
  });

  it('is waited for while the owner before is ending', async () => {
    const before = await starter(`${STARTER}\nsetTimeout(() => globalThis.lock.close(), 300);`);
    expect(await race([before])).to.deep.equal(['owner']);
    const owner = FolderOwner.of(folder);
    owner.confirm();
    owner.release();
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
