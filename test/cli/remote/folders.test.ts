import { expect } from 'chai';
import { isApiError } from '../../../src/client/api-error.js';
import { createClient, type Client, type Folder, type ListedDocument } from '../../../src/client/client.js';
import { newId } from '../../../src/domain/ids.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { describeModes } from '../../support/modes.js';
import { runCommand } from './run-command.js';

describeModes('cli: folders', function (makeStorage) {
  let service: RunningService;
  let client: Client;
  let env: Record<string, string>;
  before(async () => {
    service = await startService(await makeStorage());
  });
  beforeEach(async () => {
    const apiKey = await service.issueKey({ owner: newId('owner') });
    client = createClient({ url: service.url, apiKey });
    env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
  });
  after(() => service.close());

  const run = (...args: string[]) => runCommand(env, args);

  async function printed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout;
  }

  async function json<T>(...args: string[]): Promise<T[]> {
    const lines = (await printed(...args, '--json')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as T);
  }

  /** What a command says that ends with the code. */
  async function failed(expected: number, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout], stderr).to.deep.equal([expected, '']);
    return stderr;
  }

  async function folderAt(path: string): Promise<Folder | undefined> {
    return client.getFolderByPath(path).catch((error: unknown) => {
      if (isApiError(error, 'FOLDER_NOT_FOUND')) return undefined;
      throw error;
    });
  }

  const put = async (key: string, folder: string, title = key) =>
    (await client.putDocument(key, { title, blocks: [], folder_path: folder })).id;

  describe('ls', () => {
    it('is a table of folders, then documents', async () => {
      const id = await put('b.md', '/Guides', 'B');
      const { id: top } = await client.createDocument({ title: 'Top\x1b[2J', blocks: [], visibility: 'public' });
      const guides = await folderAt('/Guides');
      const table = (lines: string) => lines.replaceAll(/\d{4}-\S+Z/g, 'TIME                ');
      const head = 'ID                        VERSION  UPDATED               VISIBILITY  NAME\n';
      expect(table(await printed('ls'))).to.equal(
        `${head}${guides!.id}           TIME                              Guides/\n` +
          `${top}        1  TIME                  public      Top\\u{1b}[2J\n`,
      );
      const inGuides = `${head}${id}        1  TIME                  private     B\n`;
      for (const name of ['/Guides', '/Guides/', guides!.id])
        expect(table(await printed('ls', name))).to.equal(inGuides);
    });

    it('shows with -r what is below, each folder before what is in it', async () => {
      await put('one', '/a/b');
      await put('two', '/a');
      await put('three', '/c');
      const names = async (...args: string[]) =>
        (await printed('ls', ...args))
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(/ +/).at(-1));
      expect(await names('-r')).to.deep.equal(['a/', 'a/b/', 'a/b/one', 'a/two', 'c/', 'c/three']);
      expect(await names('/a', '--recursive')).to.deep.equal(['b/', 'b/one', 'two']);
      expect(await names('/a')).to.deep.equal(['b/', 'two']);
      type Line = { kind: string; folder_path: string; path: string } & ListedDocument;
      const lines = await json<Line>('ls', '-r');
      expect(lines.map((each) => [each.kind, each.path ?? each.key, each.folder_path])).to.deep.equal([
        ['folder', '/a', undefined],
        ['folder', '/a/b', undefined],
        ['document', 'one', '/a/b'],
        ['document', 'two', '/a'],
        ['folder', '/c', undefined],
        ['document', 'three', '/c'],
      ]);
      const few = await run('ls', '-r', '--limit', '3', '--json');
      expect(few.stdout.trimEnd().split('\n').map(lineOf)).to.deep.equal(lines.slice(0, 3));
      expect(lineOf(few.stderr)).to.deep.equal({ note: 'There are more than 3: raise --limit.' });
    });

    it('says that a folder is empty, or that there is none', async () => {
      expect(await run('ls')).to.deep.equal({ code: 0, stdout: '', stderr: 'quire: Nothing was found.\n' });
      expect(await failed(1, 'ls', '/no')).to.equal('quire: FOLDER_NOT_FOUND: There is no folder at "/no".\n');
      for (const name of ['a', '//', '/a//b', '/.', '/a/../b']) {
        expect(await failed(2, 'ls', name)).to.include('it must be a path of folders, like /handbook/guides.');
      }
    });
  });

  describe('mkdir', () => {
    it('makes a folder in one that is there', async () => {
      const said = await printed('mkdir', '/a');
      expect(said).to.equal(`Made the folder /a (${(await folderAt('/a'))!.id}).\n`);
      const [made] = await json<Folder>('mkdir', '/a/b/');
      expect(made).to.deep.equal({ ...(await folderAt('/a/b')), etag: '"1"' });
      expect(await failed(3, 'mkdir', '/a/b')).to.match(/^quire: PRECONDITION_FAILED: There is a folder of this name/);
      expect(await failed(1, 'mkdir', '/x/y')).to.match(/^quire: FOLDER_NOT_FOUND: [^\n]*"\/x"\.\n$/);
      for (const path of ['/', 'a', newId('me')]) await failed(2, 'mkdir', path);
    });

    it('makes with -p those above it, and takes what is there', async () => {
      const { id } = await client.createFolder({ name: 'a' });
      const said = await printed('mkdir', '-p', '/a/b/c');
      const made = await folderAt('/a/b/c');
      expect(said).to.equal(`Made the folder /a/b/c (${made!.id}).\n`);
      expect((await folderAt('/a/b'))!.parent_id).to.equal(id);
      expect(await printed('mkdir', '--parents', '/a/b/c')).to.equal(`There is a folder /a/b/c (${made!.id}).\n`);
    });
  });

  describe('mv', () => {
    it('renames a folder, or puts it into one that is there, as a shell does', async () => {
      const id = await put('doc', '/a/b');
      expect(await printed('mv', '/a', '/c')).to.equal('Moved /a to /c.\n');
      expect(await printed('mv', '/c/b', '/d')).to.equal('Moved /c/b to /d.\n');
      expect(await printed('mv', '/d', '/c')).to.equal('Moved /d to /c/d.\n');
      expect(await printed('mv', '/c/d', '/c/e')).to.equal('Moved /c/d to /c/e.\n');
      const { id: e } = (await folderAt('/c/e'))!;
      expect((await client.getDocument(id)).folder_id).to.equal(e);
      const [moved] = await json<Folder>('mv', e, '/');
      expect(moved).to.deep.include({ id: e, path: '/e', parent_id: null, revision: 5 });
    });

    it('leaves what has no place', async () => {
      await put('one', '/a/b');
      await put('two', '/c/b');
      await put('three', '/b');
      expect(await failed(3, 'mv', '/b', '/a')).to.match(/There is a folder of this name already\.\n$/);
      expect(await failed(1, 'mv', '/a', '/a/b')).to.match(/^quire: FOLDER_CYCLE: /);
      expect(await failed(1, 'mv', '/a', '/x/y')).to.match(/^quire: FOLDER_NOT_FOUND: [^\n]*"\/x"\.\n$/);
      // The slash says that it is there.
      expect(await failed(1, 'mv', '/a', '/x/')).to.match(/^quire: FOLDER_NOT_FOUND: [^\n]*"\/x"\.\n$/);
      expect(await failed(1, 'mv', '/x', '/a')).to.match(/^quire: FOLDER_NOT_FOUND: /);
      expect(await failed(2, 'mv', '/', '/a')).to.equal('quire: The root folder stays: name a folder in it.\n');
      await failed(2, 'mv', '/a', 'b');
      const paths = (await json<{ path?: string }>('ls', '-r')).flatMap(({ path }) => path ?? []);
      expect(paths).to.deep.equal(['/a', '/a/b', '/b', '/c', '/c/b']);
    });

    it('puts a document into a folder that is there, by its key or identifier', async () => {
      const id = await put('docs/a.md', '/a');
      const { id: to } = await client.createFolder({ name: 'to' });
      const folder = async () => (await client.getDocument(id)).folder_id;
      const former = await folder();
      expect(await printed('mv', 'docs/a.md', '/to')).to.equal('Moved docs/a.md to /to.\n');
      expect(await folder()).to.equal(to);
      expect(await printed('mv', id, '/a/')).to.equal(`Moved ${id} to /a.\n`);
      expect(await folder()).to.equal(former);
      expect(await printed('mv', id, '/')).to.equal(`Moved ${id} to /.\n`);
      expect((await json<{ key?: string }>('ls')).at(-1)?.key).to.equal('docs/a.md');
      expect(await failed(1, 'mv', id, '/new')).to.match(/^quire: FOLDER_NOT_FOUND: [^\n]*"\/new"\.\n$/);
      expect(await folderAt('/new')).to.equal(undefined);
      expect(await failed(1, 'mv', newId('me'), '/to')).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      const [patched] = await json<object>('mv', id, to);
      expect(patched).to.deep.include({ id, folder_id: to });
    });
  });

  describe('rm', () => {
    const keyOf = (name: string) => run('get', '--key', name);

    it('deletes a document by its key or identifier, also with a key that sees no folders', async () => {
      const id = await put('a', '/f');
      expect(await printed('rm', 'a')).to.equal('Deleted the document a.\n');
      expect(await failed(1, 'rm', 'a')).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      expect(await failed(1, 'rm', id)).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      const [owner, like] = [newId('owner'), newId('me')];
      const all = createClient({ url: service.url, apiKey: await service.issueKey({ owner }) });
      env = { ...env, QUIRE_API_KEY: await service.issueKey({ owner, roles: ['documents:write'] }) };
      const { id: other } = await all.createDocument({ title: 'x', blocks: [] });
      expect(await printed('rm', other)).to.equal(`Deleted the document ${other}.\n`);
      await all.putDocument(like, { title: 'x', blocks: [] });
      expect(await failed(1, 'rm', like)).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      expect(await json('rm', '--key', like)).to.deep.equal([{ deleted: 'document', key: like }]);
      expect((await run('rm', '/f')).code).to.equal(4);
    });

    it('deletes an empty folder, and refuses another one without -r', async () => {
      const { id } = await client.createFolder({ name: 'a' });
      expect(await printed('rm', '/a')).to.equal('Deleted the folder /a.\n');
      expect(await failed(1, 'rm', id)).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      await put('doc', '/a/b');
      for (const name of ['/a', '/a/b'])
        expect(await failed(1, 'rm', name)).to.equal(
          'quire: FOLDER_NOT_EMPTY: The folder is not empty. -r deletes all that is in it, too.\n',
        );
      expect((await keyOf('doc')).code).to.equal(0);
      expect(await failed(2, 'rm', '-r', '--yes', '/')).to.include('The root folder stays');
    });

    it('deletes with -r all that is below, if --yes says so', async () => {
      await put('doc', '/a/b');
      await put('other', '/c');
      const { id } = (await folderAt('/a/b'))!;
      expect(await failed(2, 'rm', '-r', '/a')).to.equal(
        'quire: -r deletes for good, and nobody can be asked: it needs --yes here.\n',
      );
      expect((await keyOf('doc')).code).to.equal(0);
      expect(await json('rm', '-r', '--yes', id)).to.deep.equal([{ deleted: 'folder', id, path: '/a/b' }]);
      expect((await keyOf('doc')).stderr).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      await put('doc', '/a/b');
      expect(await printed('rm', '-ry', '/a/')).to.equal('Deleted the folder /a and all that was below it.\n');
      expect(
        (await json<{ path?: string; key?: string }>('ls', '-r')).map(({ path, key }) => path ?? key),
      ).to.deep.equal(['/c', 'other']);
    });

    /** On a terminal. */
    const typing = (typed: string, ...args: string[]) => runCommand(env, args, { answer: async () => typed });

    it('asks at a terminal, and deletes after y or yes alone', async () => {
      await put('doc', '/a\u202e/b');
      await put('other', '/a\u202e');
      const remove = ['rm', '-r', '/a\u202e'];
      const question = 'Delete /a\\u{202e} and all that is below it, with 2 documents, for good? [y/N] ';
      for (const answer of ['\n', 'n\n', 'yesterday\n', '']) {
        const stderr = `${question}quire: nothing was deleted\n`;
        expect(await typing(answer, ...remove)).to.deep.equal({ code: 1, stdout: '', stderr });
      }
      expect((await keyOf('doc')).code).to.equal(0);
      const stdout = 'Deleted the folder /a\\u{202e} and all that was below it.\n';
      expect(await typing('Y\n', ...remove)).to.deep.equal({ code: 0, stdout, stderr: question });
      await put('doc', '/a\u202e');
      expect((await typing('yes\n', ...remove)).stderr).to.include('with 1 document,');
      expect((await keyOf('doc')).code).to.equal(1);
    });

    it('leaves a folder that was moved while it asked', async () => {
      const { id } = await client.createFolder({ name: 'a' });
      const answer = async () => {
        await client.patchFolder(id, { name: 'kept' });
        return 'y\n';
      };
      expect((await runCommand(env, ['rm', '-r', '/a'], { answer })).code).to.equal(3);
      expect((await client.getFolder(id)).path).to.equal('/kept');
    });
  });
});

function lineOf(text: string): unknown {
  return JSON.parse(text);
}
