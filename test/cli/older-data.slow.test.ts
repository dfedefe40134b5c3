// Slow: runs every command as a process.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { GENERATION_KEY } from '../../src/log/object-keys.js';
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

describe('cli: a log of the format before 4, with a file for each object', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
    const keys = join(String(storage.env['DATA_DIR']), 'objects', 'keys');
    await mkdir(keys, { recursive: true });
    await writeFile(join(keys, 'some.json'), '{"format":3}');
    await writeFile(join(keys, '..', GENERATION_KEY), '{"format":3}');
  });
  after(() => storage.dispose());

  for (const command of [['serve'], ['keys', 'list'], ['doctor'], ['reindex'], ['gc'], ['reindex', '--status']]) {
    it(`is refused in one line by ${command.join(' ')}, and left as it is`, async () => {
      expect(await quireFault(storage.env, ...command)).to.match(
        /^quire: [^\n]*is the log of an older program[^\n]*\n$/,
      );
      expect(await readdir(String(storage.env['DATA_DIR']))).not.to.include('log');
    });
  }
});

describe('cli: a log of format 4', () => {
  it('has a file that programs before it read first, and refuse, and no room for their keys', async () => {
    const storage = await embeddedStorage();
    await createKey(storage.env, '--owner', 'ann', '--roles', 'documents:read');
    const objects = join(String(storage.env['DATA_DIR']), 'objects');
    expect(JSON.parse(await readFile(join(objects, GENERATION_KEY), 'utf8'))).to.deep.equal({ format: 4 });
    const error: unknown = await mkdir(join(objects, 'keys'), { recursive: true }).catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'EEXIST');
    await storage.dispose();
  });
});
