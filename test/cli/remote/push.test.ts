import { hash } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient } from '../../../src/client/client.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { until } from '../../support/until.js';
import { listenForKeys } from './told-keys.js';
import { quire, quireMisuse, startQuire } from '../quire.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

type Line = Record<string, unknown>;

describe('cli: push, status and pull', () => {
  let service: RunningService;
  let root: string;
  let env: Record<string, string>;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    root = temporaryFolder();
    env = { HOME: root, QUIRE_URL: service.url, QUIRE_API_KEY: await service.issueKey() };
    await mkdir(join(root, 'docs/guides'), { recursive: true });
    await write({ 'a.md': '# One', 'guides/b.md': 'Two' });
  });

  const docs = () => join(root, 'docs');
  const client = () => createClient({ url: service.url, apiKey: String(env['QUIRE_API_KEY']) });
  const push = (...args: string[]) => quire(env, 'push', docs(), '--to', '/handbook', ...args);

  async function write(files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, 'docs', path), text);
  }

  function linesOf(stdout: string): Line[] {
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }

  it('say what they did, in words and in JSON', async () => {
    const first = await push('--dry-run');
    expect(first.stdout).to.equal('create a.md\ncreate guides/b.md\nCreated 2 (a dry run: nothing was done)\n');
    const made = (await push()).stdout.split('\n');
    expect(made[0]).to.match(/^Created 2 in \d+\.\d s$/);
    const { folder_id: folder } = await client().getDocumentByKey('handbook/a.md');
    expect(made.slice(1)).to.deep.equal([`See them: ${service.url}/console#/folders/${folder}`, '']);
    await write({ 'a.md': '# One, changed' });
    const status = await quire(env, 'status', docs(), '--to', '/handbook');
    expect(status).to.include({ code: 0, stdout: 'changed: a.md\n1 of 2 unchanged\n' });
    const judged = () => quire(env, 'status', docs(), '--to', '/handbook', '--exit-code');
    const differing = await judged();
    expect(differing).to.include({ code: 1, stdout: status.stdout });
    expect(differing.stderr).to.match(/^quire: 1 of 2 differ\n$/m);
    const planned = linesOf((await push('--json', '--dry-run')).stdout);
    expect(planned.map(({ action }) => action).sort()).to.deep.equal(['unchanged', 'update', undefined]);
    const lines = linesOf((await push('--json')).stdout);
    expect((await judged()).code).to.equal(0);
    const [updated, unchanged] = ['a.md', 'guides/b.md'].map((path) => lines.find((line) => line['path'] === path));
    const shown = { folder_id: folder, visibility: 'private' };
    expect(updated).to.include({ action: 'updated', version: 2, from_version: 1, ...shown });
    expect(updated?.['url']).to.match(/\/d\/\w{24}$/);
    expect(unchanged).to.include({ action: 'unchanged' });
    expect(lines.at(-1)?.['summary']).to.include({ created: 0, updated: 1, unchanged: 1, left_out: 0, dry_run: false });
    const pulled = await quire(env, 'pull', '/handbook', join(root, 'out'), '--json');
    expect(linesOf(pulled.stdout).map(({ path }) => path)).to.include.members(['a.md', 'guides/b.md']);
    expect(await readFile(join(root, 'out/guides/b.md'), 'utf8')).to.equal('Two');
  });

  it('say where the one document is that they wrote, and which files are not as public as they say', async () => {
    await push();
    const file = '---\nvisibility: public\n---\n# Visible';
    await write({ 'visible.md': file });
    const reason = 'private, as --visibility says, although the file says public';
    const dry = await push('--visibility', 'private', '--dry-run');
    expect(dry.stdout).to.match(
      new RegExp(`^create visible.md: ${reason}\\nCreated 1 · unchanged 2 · 1 kept private `),
    );
    const [line, summary, see] = (await push('--visibility', 'private')).stdout.split('\n');
    const { id, url } = await client().getDocumentByKey('handbook/visible.md');
    expect(line).to.equal(`create visible.md: ${reason}`);
    expect(summary).to.match(/^Created 1 · unchanged 2 · 1 kept private in /);
    expect(see).to.equal(`See it: ${service.url}/console#/documents/${id}`);
    const again = (await push('--visibility', 'private')).stdout;
    expect(again).to.match(new RegExp(`^unchanged visible.md: ${reason}\\nUnchanged 3 · 1 kept private in `));
    const [told] = linesOf((await push('--visibility', 'private', '--json')).stdout).filter(
      ({ path }) => path === 'visible.md',
    );
    expect(told).to.include({ action: 'unchanged', visibility: 'private', wished_visibility: 'public', reason });
    const opened = (await push()).stdout.split('\n');
    expect(opened[0]).to.match(/^Updated 1 · unchanged 2 · 1 public in /);
    expect(opened[1]).to.equal(`See it: ${url}`);
    const [last] = linesOf((await push('--json')).stdout).slice(-1);
    expect(last?.['summary']).to.include({ became_public: 0, kept_private: 0 });
  });

  it('count files of other kinds, and say why --include takes none of them', async () => {
    await write({ 'c.rst': 'x', 'd.rst': 'x', 'e.png': 'x' });
    const leftOut = ' · left out 3 (.rst 2, .png 1)';
    expect((await push('--dry-run')).stdout).to.include(`Created 2${leftOut} (a dry run: nothing was done)\n`);
    const { stdout, stderr } = await push('--include', '*.rst');
    expect(stdout).to.match(/^Nothing to do · left out 2 \(\.rst 2\) in /);
    expect(stderr).to.include('--include chooses among .md, .markdown, .mdx, .txt, .html, .htm files');
    expect((await push('--include', '*.md')).stderr).not.to.include('--include');
    const status = await quire(env, 'status', docs(), '--to', '/handbook');
    expect(status.stdout).to.equal(`2 of 2 unchanged${leftOut}\n`);
    const [summary] = linesOf((await push('--json')).stdout).slice(-1);
    expect(summary?.['summary']).to.deep.include({ left_out: 3, left_out_by_extension: { '.rst': 2, '.png': 1 } });
  });

  it('count the files that documents show, which are not left out', async () => {
    await write({ 'a.md': '![x](x.png)', 'x.png': 'X', 'y.png': 'Y' });
    expect((await push()).stdout).to.match(/^Created 2 · sent 1 file · left out 1 \(\.png 1\) in /);
    const pulled = await quire(env, 'pull', '/handbook', join(root, 'out'));
    expect(pulled.stdout).to.match(/^Created 2 · received 1 file in /);
    await write({ 'x.png': 'X, changed' });
    const status = await quire(env, 'status', docs(), '--to', '/handbook');
    expect(status.stdout).to.equal('changed: a.md\n1 of 2 unchanged · left out 1 (.png 1)\n');
    const [summary] = linesOf((await push('--json')).stdout).slice(-1);
    expect(summary?.['summary']).to.include({ updated: 1, files_sent: 1, bytes_sent: 10, left_out: 1 });
  });

  it('list links that lead nowhere, and may write nothing then', async () => {
    await write({ 'a.md': `# One\n\n${'[x](x.md)\n'.repeat(22)}` });
    const { stdout } = await push('--strict-links', '--quiet');
    const lines = stdout.split('\n');
    expect(lines.slice(0, 2)).to.deep.equal(['22 links lead nowhere:', '  a.md:3  x.md  no such file']);
    expect(lines.slice(20)).to.deep.equal(['  a.md:22  x.md  no such file', '  and 2 more: --json names all', '']);
    const json = await push('--strict-links', '--json');
    expect(json.code).to.equal(1);
    expect(json.stderr).to.include('22 links lead nowhere: nothing was pushed');
    expect(linesOf(json.stdout)[21]).to.deep.equal({
      dead_link: { path: 'a.md', line: 24, target: 'x.md', reason: 'no such file' },
    });
    expect((await push('--quiet')).stdout).to.equal('');
    expect((await push()).stdout).to.match(/^22 links lead nowhere:\n/);
    await write({ 'a.md': '[b](guides/b.md)' });
    expect(await push('--strict-links')).to.include({ code: 0 });
  });

  it('count drafts, and name those that have a document', async () => {
    await push('--visibility', 'public');
    const draft = '---\ndraft: true\n---\n';
    await write({ 'a.md': draft, 'c.md': draft });
    const reason = 'the file says that it is a draft';
    const named = `skip a.md: ${reason}, and its public document stays until --delete removes it`;
    const counted = 'Unchanged 1 · skipped 2 (2 drafts)';
    expect((await push('--dry-run')).stdout).to.equal(`${named}\n${counted} (a dry run: nothing was done)\n`);
    expect((await push()).stdout).to.match(new RegExp(`^${named}\n${counted.replaceAll(/[()]/g, '\\$&')} in `));
    const lines = linesOf((await push('--json')).stdout);
    expect(lines.find(({ path }) => path === 'c.md')).to.deep.equal({
      path: 'c.md',
      action: 'skipped',
      is_draft: true,
      reason,
    });
    expect(lines.at(-1)?.['summary']).to.include({ skipped: 2, drafts: 2 });
    const status = await quire(env, 'status', docs(), '--to', '/handbook');
    expect(status.stdout).to.equal('a draft now: a.md\n1 of 2 unchanged\n');
    const deleting = await push('--delete', '--dry-run');
    expect(deleting.stdout).to.match(
      /^delete a\.md: the file says that it is a draft\nUnchanged 1 · deleted 1 · skipped 1 \(1 draft\) /,
    );
  });

  it('end with a code that says how', async () => {
    await push();
    await client().putDocument('handbook/a.md', { title: 'theirs', blocks: [] });
    const conflict = await push();
    expect(conflict.code).to.equal(3);
    expect(conflict.stdout).to.match(/^conflict a\.md: somebody else has changed the document since the last push\n/);
    expect(conflict.stderr).to.include('1 conflict is left');
    expect((await push('--on-conflict', 'skip')).code).to.equal(0);
    await write({ 'guides/b.md': '---\ntitle: [x]\n---\n' });
    expect((await push('--on-conflict', 'overwrite')).code).to.equal(1);
    const status = await quire(env, 'status', docs(), '--to', '/handbook');
    expect(status.code).to.equal(2);
    expect(status.stdout).to.match(/^failed: guides\/b\.md: /m);
    expect(status.stderr).to.include('1 cannot be pushed');
    const asFile = await quire(env, 'pull', '/handbook', join(docs(), 'a.md'));
    expect(asFile).to.include({ code: 2 });
    expect(asFile.stderr).to.include('a.md is no directory');
    await symlink('nowhere', join(root, 'dangling'));
    for (const path of [join(docs(), 'a.md/below'), join(root, 'dangling')]) {
      const refused = await quire(env, 'pull', '/handbook', path, '--dry-run');
      expect(refused).to.include({ code: 2, stdout: '' });
      expect(refused.stderr).to.include(`${path} is no directory`);
    }
  });

  it('are refused with 4 without a key that may write, and a plan that is too small', async () => {
    const wrong = await quire({ ...env, QUIRE_API_KEY: 'dk_wrong' }, 'push', docs());
    expect(wrong).to.include({ code: 4 });
    expect(wrong.stderr).to.include('INVALID_API_KEY');
    const reader = await service.issueKey({ roles: ['documents:read'] });
    const refused = await quire({ ...env, QUIRE_API_KEY: reader }, 'push', docs());
    expect(refused).to.include({ code: 4 });
    expect(refused.stderr).to.match(/INSUFFICIENT_ROLE: .*\(documents:write\)/);
    const plan = { QUIRE_API_KEY: await service.issueKey({ plan: 'free' }) };
    for (let n = 0; n < 1_100; n++) await writeFile(join(docs(), `${n}.md`), String(n));
    const small = await quire({ ...env, ...plan }, 'push', docs());
    expect(small.code).to.equal(4);
    expect(small.stderr).to.match(/this takes 1102 requests, and the plan free has 99\d left until/);
    for await (const document of createClient({ url: service.url, apiKey: plan.QUIRE_API_KEY }).listDocuments()) {
      expect.fail(`${document.title} was made`);
    }
  });

  it('end with 5 where no service answers', async () => {
    const gone = await listenForKeys();
    gone.close();
    const { code, stderr } = await quire({ ...env, QUIRE_URL: gone.url }, 'status', docs());
    expect(code).to.equal(5);
    expect(stderr).to.include('ECONNREFUSED');
  }).timeout(30_000);

  it('refuse what cannot be meant', async () => {
    expect(await quireMisuse(env, 'push', join(root, 'nowhere'))).to.include('is no directory');
    expect(await quireMisuse(env, 'push', docs(), '--delete')).to.include('--delete needs --pipeline');
    expect(await quireMisuse(env, 'push', docs(), '--to', 'handbook')).to.include('must be a path of folders');
    expect(await quireMisuse(env, 'push', docs(), '--max-delete', 'many')).to.include('a number, or a share');
    expect(await quireMisuse(env, 'push', docs(), '--pipeline', 'a/b')).to.include('must be a word');
  });

  it('show what a terminal would obey', async () => {
    await write({ '\u001b[31mred.md': 'x' });
    const { stdout } = await push('--dry-run');
    expect(stdout).to.include('fail \\u{1b}[31mred.md');
  });

  it('push again after changes until they are stopped', async () => {
    const running = startQuire(env, 'push', docs(), '--to', '/handbook', '--watch', '--quiet');
    const isThere = async (key: string) =>
      client()
        .getDocumentByKey(key)
        .then(
          () => true,
          () => false,
        );
    const eventually = (key: string) => until(() => isThere(key));
    await eventually('handbook/a.md');
    await write({ 'guides/c.md': 'Three' });
    await eventually('handbook/guides/c.md');
    await write({ 'guides/d.md': '---\ntitle: [x]\n---\n' });
    await running.says(/1 failed/);
    await write({ 'guides/d.md': 'Four' });
    await eventually('handbook/guides/d.md');
    await write({ 'guides/e.md': '![i](i.png)', 'guides/i.png': 'I' });
    for (const content of ['I', 'changed']) {
      await write({ 'guides/i.png': content });
      await until(async () => {
        const { assets } = await client()
          .getDocumentByKey('handbook/guides/e.md')
          .catch(() => ({ assets: {} }));
        return (assets as Record<string, string>)['i.png'] === hash('sha256', content, 'hex');
      });
    }
    running.kill('SIGINT');
    expect((await running.ended).code).to.equal(130);
  }).timeout(30_000);
});
