import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory, type Done } from './support/kept-directory.js';

const makeFifo = (path: string) => promisify(execFile)('mkfifo', [path]);

describe('directory: a checkout of somebody else', () => {
  let service: RunningService;
  let source: KeptDirectory;
  let directory: KeptDirectory;
  let elsewhere: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    source = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
    directory = await source.elsewhere();
    elsewhere = await source.elsewhere();
    await elsewhere.write({ bashrc: 'mine' });
  });
  afterEach(async () => {
    for (const each of [source, directory, elsewhere]) await each.dispose();
  });

  const storage = (path: string) => join(directory.root, path);
  const errorOf = (work: Promise<Done>) => work.then(String, (error: Error) => error.message);
  /** Both have something to write. */
  const commands = async () => {
    await source.write({ 'pulled.md': 'Text' });
    await source.push();
    await directory.write({ 'a.md': 'Text' });
    return [() => directory.push(), () => directory.pull()];
  };

  for (const target of ['bashrc', 'missing']) {
    it(`has its own .gitignore left alone where that is a link to a ${target} file`, async () => {
      const linked = join(elsewhere.root, target);
      await mkdir(storage('.quire'));
      await symlink(linked, storage('.quire/.gitignore'));
      for (const command of await commands()) expect(await command()).to.have.length(1);
      expect(await readlink(storage('.quire/.gitignore'))).to.equal(linked);
      expect(await readdir(elsewhere.root)).to.deep.equal(['bashrc']);
      expect(await elsewhere.read('bashrc')).to.equal('mine');
    });
  }

  it('is refused where .quire is a link or a file, and nothing is written', async () => {
    const made = await commands();
    const makers = {
      'a symbolic link': () => symlink(elsewhere.root, storage('.quire')),
      'no folder': () => makeFifo(storage('.quire')),
    };
    for (const [kind, make] of Object.entries(makers)) {
      await make();
      for (const command of made) {
        expect(await errorOf(command())).to.equal(
          `${storage('.quire')} is ${kind}, and quire keeps its own files there: remove it`,
        );
      }
      await rm(storage('.quire'));
    }
    expect(await readdir(elsewhere.root)).to.deep.equal(['bashrc']);
    expect(await readdir(directory.root)).to.deep.equal(['a.md']);
    expect([...(await directory.documents()).keys()]).to.deep.equal(['handbook/pulled.md']);
  });

  it('is refused where a remembered file is a link or a FIFO', async () => {
    const made = await commands();
    await directory.push();
    const remembered = (await readdir(storage('.quire'))).filter((name) => name.endsWith('.json'));
    expect(remembered).to.have.length(2);
    for (const file of remembered.map((name) => storage(`.quire/${name}`))) {
      for (const make of [() => symlink(join(elsewhere.root, 'bashrc'), file), () => makeFifo(file)]) {
        await rm(file);
        await make();
        for (const command of made)
          expect(await errorOf(command()))
            .to.include(`${file} is `)
            .and.include('remove it');
      }
      await rm(file);
    }
    expect(await elsewhere.read('bashrc')).to.equal('mine');
  });

  for (const { kind, make } of [
    { kind: 'an endless device', make: () => symlink('/dev/zero', storage('.quireignore')) },
    { kind: 'a FIFO', make: () => makeFifo(storage('.quireignore')) },
    { kind: 'a file of more than 1 MiB', make: () => writeFile(storage('.quireignore'), '#'.repeat(1024 * 1024 + 1)) },
  ]) {
    it(`is refused at once where .quireignore is ${kind}`, async () => {
      await directory.write({ 'a.md': 'Text' });
      await make();
      expect(await errorOf(directory.push())).to.match(
        /^\.quireignore is (a symbolic link|no plain file|larger than 1048576 bytes)$/,
      );
      expect((await directory.documents()).size).to.equal(0);
    });
  }

  for (const { encoding, bytes } of [
    { encoding: 'UTF-16, little end first', bytes: Buffer.from('\ufeffsecret.md\r\n', 'utf16le') },
    { encoding: 'UTF-16, big end first', bytes: Buffer.from('\ufeffsecret.md\r\n', 'utf16le').swap16() },
    { encoding: 'UTF-16 without a mark', bytes: Buffer.from('secret.md\r\n', 'utf16le') },
    { encoding: 'Latin 1', bytes: Buffer.from('secret.md\r\nÄ.md\r\n', 'latin1') },
  ]) {
    it(`is refused where .quireignore is in ${encoding}`, async () => {
      await directory.write({ 'secret.md': 'Text' });
      await writeFile(storage('.quireignore'), bytes);
      expect(await errorOf(directory.push())).to.match(/^\.quireignore is not UTF-8: save it as UTF-8/);
      expect((await directory.documents()).size).to.equal(0);
    });
  }

  it('has patterns in UTF-8 with a mark and line ends of Windows', async () => {
    await directory.write({ 'secret.md': 'Text', 'a.md': 'Text', '.quireignore': '\ufeffsecret.md\r\n' });
    expect(await directory.push()).to.deep.equal(['create a.md']);
  });

  it('with special files in the places of documents pushes the rest, and pulls over none of them', async () => {
    await source.write({ 'a.md': 'Text', 'fifo.md': 'Text', 'folder/b.md': 'Text', 'socket.md': 'Text' });
    await source.push();
    await makeFifo(storage('fifo.md'));
    await makeFifo(storage('folder'));
    const socket = createServer().listen(storage('socket.md'));
    await once(socket, 'listening');
    const failed = ['fail fifo.md', 'fail folder/b.md', 'fail socket.md'];
    for (const onConflict of ['fail', 'overwrite'] as const) {
      const done = await directory.pull('/handbook', { onConflict });
      expect(done.filter((line) => line !== 'create a.md')).to.deep.equal(failed);
    }
    expect(directory.outcomes.find(({ path }) => path === 'fifo.md')?.reason).to.equal('it is no plain file');
    expect((await lstat(storage('fifo.md'))).isFIFO()).to.equal(true);
    await directory.write({ 'a.md': 'Text, changed' });
    expect(await directory.push()).to.deep.equal(['update a.md']);
    socket.close();
    await once(socket, 'close');
  });

  it('gets what a pull writes although its root is a link', async () => {
    await commands();
    const link = `${directory.root}-link`;
    await symlink(directory.root, link);
    expect(await source.pullInto(link)).to.deep.equal(['create pulled.md']);
    expect(await readFile(storage('.quire/.gitignore'), 'utf8')).to.equal('*\n');
    await rm(link);
  });
});
