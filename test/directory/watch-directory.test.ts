import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { DirectoryWatch } from '../../src/directory/watch-directory.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('directory: a watch', () => {
  let root: string;
  let stop: AbortController;
  let changes: AsyncGenerator<void>;
  let watch: DirectoryWatch;
  beforeEach(async () => {
    root = temporaryFolder();
    stop = new AbortController();
    watch = new DirectoryWatch(root);
    changes = watch.changes(stop.signal);
    expect(await changes.next()).to.include({ done: false });
  });
  afterEach(() => changes.return(undefined));

  it('yields after changes, in new folders and of .quireignore too', async () => {
    await mkdir(join(root, 'new'));
    expect(await changes.next()).to.include({ done: false });
    await writeFile(join(root, 'new/a.md'), 'x');
    expect(await changes.next()).to.include({ done: false });
    await writeFile(join(root, '.quireignore'), 'x');
    expect(await changes.next()).to.include({ done: false });
  });

  it('opens no special file, which would wait for ever', async () => {
    for (const name of ['fifo.md', '.quireignore']) await promisify(execFile)('mkfifo', [join(root, name)]);
    expect(await changes.next()).to.include({ done: false });
    const again = new DirectoryWatch(root).changes(stop.signal);
    expect(await again.next()).to.include({ done: false });
    await writeFile(join(root, 'a.md'), 'x');
    expect(await again.next()).to.include({ done: false });
    await again.return(undefined);
  });

  it('ends with an error when the directory is removed, put back at once or not', async () => {
    for (const isBack of [true, false]) {
      const made = temporaryFolder();
      const watched = new DirectoryWatch(made).changes(stop.signal);
      await watched.next();
      await rm(made, { recursive: true });
      if (isBack) await mkdir(made);
      const error = await watched.next().catch((raised: unknown) => raised);
      expect(error).to.be.instanceOf(OperatorError).with.property('message').that.includes(`${made} was removed`);
    }
  });

  it('goes on when an entry with the name of the directory is removed', async () => {
    const same = join(root, basename(root));
    for (const change of [() => mkdir(same), () => rm(same, { recursive: true })]) {
      await change();
      expect(await changes.next()).to.include({ done: false });
    }
  });

  it('yields after changes in a directory that a link names', async () => {
    const link = `${root}-link`;
    await symlink(root, link);
    const linked = new DirectoryWatch(link).changes(stop.signal);
    await linked.next();
    await writeFile(join(root, 'a.md'), 'x');
    expect(await linked.next()).to.include({ done: false });
    await linked.return(undefined);
    await rm(link);
  });

  it('yields at a time that it is told, and ends with the signal', async () => {
    watch.lookAgain(1);
    expect(await changes.next()).to.include({ done: false });
    const next = changes.next();
    stop.abort();
    expect(await next).to.include({ done: true });
  });

  it('does not see what a push itself writes', async () => {
    await mkdir(join(root, '.quire'));
    await writeFile(join(root, '.quire/state.json'), 'x');
    const next = changes.next();
    let isDue = false;
    void next.then(() => {
      isDue = true;
    });
    const other = new DirectoryWatch(root).changes(stop.signal);
    await other.next();
    expect(isDue).to.equal(false);
    stop.abort();
    await next;
    await other.return(undefined);
  });
});
