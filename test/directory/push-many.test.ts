import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { QuietProgress } from '../support/copying.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describe('directory: a push of many files', () => {
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
  });
  after(async () => {
    await directory.dispose();
    await service.close();
  });

  it('writes the first of many files while others are unread', async () => {
    const names = Array.from({ length: 220 }, (_, n) => `${1_000 + n}.md`);
    await directory.write(Object.fromEntries([...names, 'z.md'].map((name) => [name, name])));
    directory.hear = ({ action }) => {
      if (action === 'create') rmSync(join(directory.root, 'z.md'), { force: true });
    };
    const done = await directory.push({ group: 10, width: 1 });
    expect(done).to.deep.equal([...names.map((name) => `create ${name}`), 'fail z.md']);
    const kept = [...(await directory.documents()).keys()].sort();
    expect(kept).to.deep.equal(names.map((name) => `handbook/${name}`));
    directory.hear = () => undefined;
    await directory.write({ '1100.md': 'Changed', 'z.md': 'Again' });
    await directory.remove('1000.md');
    const rest = await directory.push({ group: 10, withDeletions: true });
    expect(rest).to.deep.equal(['create z.md', 'delete 1000.md', 'update 1100.md']);
  });

  it('says once that it can remember nothing', async () => {
    const other = await directory.elsewhere();
    await other.write({ 'a.md': 'Text' });
    await other.push();
    const own = join(other.root, '.quire');
    for (const name of readdirSync(own).filter((each) => each.endsWith('.json'))) {
      rmSync(join(own, name));
      mkdirSync(join(own, name));
    }
    const names = Array.from({ length: 50 }, (_, n) => `b${n}.md`);
    await other.write(Object.fromEntries(names.map((name) => [name, name])));
    await other.push({ group: 10 });
    const { notes } = other.context.progress as QuietProgress;
    expect(notes.map((note) => note.replace(/state-\w+/, 'state'))).to.deep.equal([
      '.quire/state.json cannot be written: EISDIR',
    ]);
    await other.dispose();
  });
});
