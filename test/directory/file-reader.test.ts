import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileError } from '../../src/directory/file-error.js';
import { FileReader } from '../../src/directory/file-reader.js';

const TOO_MANY_BYTES = 10 * 1024 * 1024 + 1;
const FILES = 20;

describe('directory: reading files', () => {
  let root: string;
  const fileOf = (name: number | string) => join(root, `${name}.md`);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-files-'));
    for (let n = 0; n < FILES; n++) await writeFile(fileOf(n), `File ${n}.`);
    await writeFile(fileOf('large'), Buffer.alloc(TOO_MANY_BYTES));
    await mkdir(fileOf('folder'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  /** Each reading of the clock is `stepMs` after the one before. */
  async function readerAfterFiles(stepMs: number): Promise<FileReader> {
    let ms = 0;
    const reader = new FileReader(() => (ms += stepMs));
    for (let n = 0; n < FILES; n++) expect(String(await reader.read(fileOf(n)))).to.equal(`File ${n}.`);
    return reader;
  }

  const errorOf = (reader: FileReader, name: string) => reader.read(fileOf(name)).then(String, (error: Error) => error);

  for (const { disk, stepMs } of [
    { disk: 'fast', stepMs: 1 },
    { disk: 'slow', stepMs: 3 },
  ]) {
    it(`names what is wrong with a file, on a ${disk} disk`, async () => {
      const reader = await readerAfterFiles(stepMs);
      expect(reader.isDiskSlow).to.equal(disk === 'slow');
      for (const [name, message] of Object.entries({
        large: 'the file is larger than 10485760 bytes',
        folder: 'the file cannot be read: EISDIR',
        missing: 'the file cannot be read: ENOENT',
      })) {
        const error = await errorOf(reader, name);
        expect(error).to.be.instanceOf(FileError).with.property('message', message);
      }
    });
  }

  it('takes a disk for slow by the mean of several files, not by one', async () => {
    const timesMs = [0, 30];
    const reader = new FileReader(() => timesMs.shift() ?? 0);
    for (let n = 0; n < FILES; n++) await reader.read(fileOf(n));
    expect(reader.isDiskSlow).to.equal(false);
  });

  it('reads one file a turn, however many are asked for at once', async () => {
    const reader = new FileReader();
    let read = 0;
    const reads = Array.from({ length: FILES }, (_, n) => reader.read(fileOf(n)).then(() => (read += 1)));
    for (let before = 0; before < FILES; before = read) {
      await nextTurn();
      expect(read - before).to.be.at.most(1);
    }
    await Promise.all(reads);
  });
});
