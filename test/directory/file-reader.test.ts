import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FileError } from '../../src/directory/files/file-error.js';
import { FileReader } from '../../src/directory/files/file-reader.js';
import { countsPerTurn } from '../support/counts-per-turn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TOO_MANY_BYTES = 10 * 1024 * 1024 + 1;
const FILES = 20;

describe('directory: reading files', () => {
  let root: string;
  const fileOf = (name: number | string) => join(root, `${name}.md`);

  before(async () => {
    root = temporaryFolder();
    for (let n = 0; n < FILES; n++) await writeFile(fileOf(n), `File ${n}.`);
    await writeFile(fileOf('large'), Buffer.alloc(TOO_MANY_BYTES));
    await mkdir(fileOf('folder'));
    await symlink(fileOf(0), fileOf('link'));
    await promisify(execFile)('mkfifo', [fileOf('fifo')]);
  });

  /** Reads files whose times are `msOf`. `inTurn`: how many of them were read by the thread that asked. */
  async function readFiles(
    msOf: (n: number) => number,
    files = FILES,
  ): Promise<{ reader: FileReader; inTurn: number }> {
    let [readings, ms] = [0, 0];
    const reader = new FileReader(() => (ms += readings++ % 2 === 1 ? msOf((readings - 2) / 2) : 0));
    for (let n = 0; n < files; n++) expect(String(await reader.read(fileOf(n % FILES)))).to.equal(`File ${n % FILES}.`);
    return { reader, inTurn: readings / 2 };
  }

  const errorOf = (reader: FileReader, name: string) => reader.read(fileOf(name)).then(String, (error: Error) => error);

  for (const { disk, ms } of [
    { disk: 'fast', ms: 1 },
    { disk: 'slow', ms: 3 },
  ]) {
    it(`names what is wrong with a file, on a ${disk} disk`, async () => {
      const { reader, inTurn } = await readFiles(() => ms);
      expect(inTurn).to.equal(disk === 'slow' ? 16 : FILES);
      for (const [name, message] of Object.entries({
        large: 'the file is larger than 10485760 bytes',
        folder: 'the file cannot be read: EISDIR',
        missing: 'the file cannot be read: ENOENT',
        link: 'it is a symbolic link',
        fifo: 'it is no plain file',
      })) {
        const error = await errorOf(reader, name);
        expect(error).to.be.instanceOf(FileError).with.property('message', message);
      }
    });
  }

  it('takes a disk for slow by most of 16 files, however long a few of them take', async () => {
    expect((await readFiles((n) => (n < 8 ? 300 : 0))).inTurn).to.equal(FILES);
    expect((await readFiles((n) => (n < 9 ? 3 : 0))).inTurn).to.equal(16);
  });

  it('sees a slow disk after many files that were in memory', async () => {
    expect((await readFiles((n) => (n < 160 ? 0 : 3), 200)).inTurn).to.equal(176);
  });

  for (const { disk, ms } of [
    { disk: 'fast', ms: 0 },
    { disk: 'slow', ms: 3 },
  ]) {
    it(`ends with one file a turn, however many are asked for at once, on a ${disk} disk`, async () => {
      const { reader } = await readFiles(() => ms);
      let read = 0;
      const all = Promise.all(Array.from({ length: FILES }, (_, n) => reader.read(fileOf(n)).then(() => (read += 1))));
      expect(Math.max(...(await countsPerTurn(all, () => read)))).to.equal(1);
    });
  }
});
