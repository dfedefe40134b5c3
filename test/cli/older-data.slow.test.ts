// Slow: runs every command as a process.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { objectsOf } from '../support/log-objects.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { withObjects } from '../support/with-objects.js';
import { createKey, quireFault } from './quire.js';

describe('cli: data of another version', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
    await (await startServiceProcess(storage.env)).stop();
    await createKey(storage.env, '--owner', 'ann', '--roles', 'documents:read');
    await withObjects(storage.env, async (store) => {
      for (const [key, text] of Object.entries(await objectsOf(store))) {
        await store.put(key, Buffer.from(text.replace('{"format":3,', '{"format":1,')));
      }
    });
  });
  after(() => storage.dispose());

  for (const command of [['serve'], ['keys', 'list'], ['doctor'], ['reindex'], ['gc']]) {
    it(`is refused in one line by ${command.join(' ')}`, async () => {
      expect(await quireFault(storage.env, ...command)).to.match(/^quire: [^\n]*has the format 1, not 3[^\n]*\n$/);
    });
  }
});

describe('cli: a log of an older program, in segments', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
    const log = join(String(storage.env['DATA_DIR']), 'log');
    await mkdir(log);
    await writeFile(join(log, '0000000002.segment'), 'x');
  });
  after(() => storage.dispose());

  for (const command of [['serve'], ['keys', 'list'], ['doctor'], ['reindex'], ['gc'], ['reindex', '--status']]) {
    it(`is refused in one line by ${command.join(' ')}, and left as it is`, async () => {
      expect(await quireFault(storage.env, ...command)).to.match(
        /^quire: [^\n]*0000000002\.segment is of an older program[^\n]*\n$/,
      );
      expect(await readdir(String(storage.env['DATA_DIR']))).not.to.include('log.db');
    });
  }
});
