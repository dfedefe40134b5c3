import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { embeddedPlace, type Place } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { createKey, quireFault } from './quire.js';

describe('cli: data of another version', () => {
  let place: Place;
  before(async () => {
    place = await embeddedPlace();
    await (await startServiceProcess(place.env)).stop();
    await createKey(place.env, '--owner', 'ann', '--roles', 'documents:read');
    const folder = join(String(place.env['DATA_DIR']), 'objects');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      await writeFile(path, (await readFile(path, 'utf8')).replace('{"format":3,', '{"format":1,'));
    }
  });
  after(() => place.dispose());

  for (const command of [['serve'], ['keys', 'list'], ['doctor'], ['reindex'], ['gc']]) {
    it(`is refused in one line by ${command.join(' ')}`, async () => {
      expect(await quireFault(place.env, ...command)).to.match(/^quire: [^\n]*has the format 1, not 3[^\n]*\n$/);
    });
  }
});
