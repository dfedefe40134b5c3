import { expect } from 'chai';
import { createClient } from '../../../src/client/client.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { quire, quireJson } from '../quire.js';

describe('cli: search', () => {
  let service: RunningService;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());

  it('sorts, and lists what was changed within a time', async () => {
    const apiKey = await service.issueKey();
    const client = createClient({ url: service.url, apiKey });
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
    const folder = await client.createFolder({ name: 's' });
    for (const [title, visibility] of Object.entries({ y: 'public', z: 'private', x: 'public' } as const)) {
      await client.createDocument({ title, blocks: [], folder_id: folder.id, visibility, metadata: { tags: ['s'] } });
    }
    const all = ['search', '--folder', '/s'];
    const titles = async (...args: string[]) =>
      (await quireJson<{ title: string }>(env, ...all, ...args)).map(({ title }) => title);
    expect(await titles('--sort', '-created_at')).to.deep.equal(['x', 'z', 'y']);
    expect(await titles('--tag', 's', '--sort', 'updated_at')).to.deep.equal(['y', 'z', 'x']);
    expect(await titles('--tag', 's', '--visibility', 'public')).to.deep.equal(['x', 'y']);
    expect(await titles('--updated-from', '2020-01-01T00:00:00Z')).to.deep.equal(['x', 'y', 'z']);
    const none = await quire(env, ...all, '--json', '--updated-before', '2020-01-01T00:00:00Z');
    expect([none.code, none.stdout]).to.deep.equal([0, '']);
    expect(await titles('--title', 'X', '--updated-from', '2020-01-01T00:00:00Z')).to.deep.equal(['x']);
    expect((await quire(env, 'search', '--sort', 'size')).code).to.equal(2);
    const wrong = await quire(env, 'search', '--sort', 'relevance');
    expect([wrong.code, wrong.stderr]).to.deep.equal([2, 'quire: --sort relevance needs words\n']);
  });

  it('finds words, and shows where they are', async () => {
    const apiKey = await service.issueKey();
    const client = createClient({ url: service.url, apiKey });
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
    const blocks = [{ type: 'paragraph' as const, content: 'The **quick** brown fox\u001b[2J.' }];
    await client.createDocument({ title: 'Animals', blocks, metadata: { tags: ['a', 'b'] } });
    await client.createDocument({ title: 'Quick', blocks: [], metadata: { tags: ['a'] } });
    const shown = await quire(env, 'search', 'QUICK', 'bro');
    expect(shown.stdout.split('\n').slice(1)).to.have.length(3);
    expect(shown.stdout)
      .to.match(/ Animals\n {4}The quick brown fox\S+\n$/)
      .and.not.include('\u001b');
    const titles = async (...args: string[]) =>
      (await quireJson<{ title: string }>(env, 'search', ...args)).map(({ title }) => title);
    expect(await titles('quick')).to.deep.equal(['Quick', 'Animals']);
    expect(await titles('quick', '--sort', 'title')).to.deep.equal(['Animals', 'Quick']);
    expect(await titles('quick', '--tag', 'a', '--tag', 'b')).to.deep.equal(['Animals']);
    expect(await titles('quick -fox')).to.deep.equal(['Quick']);
    const [found] = await quireJson<{ snippets: { segments: object[] }[] }>(env, 'search', 'brown');
    expect(found?.snippets[0]?.segments[1]).to.deep.equal({ text: 'brown', match: true });
    expect((await quire(env, 'search', 'quick', '--no-snippets')).stdout).to.not.include('brown');
  });

  it('goes through the folders below one, too, if it is told to', async () => {
    const apiKey = await service.issueKey();
    const client = createClient({ url: service.url, apiKey });
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
    for (const [title, folder_path] of Object.entries({ x: '/r', y: '/r/low/lower', z: '/other' })) {
      await client.createDocument({ title, blocks: [], folder_path, metadata: { tags: ['r'] } });
    }
    const titles = async (...args: string[]) =>
      (await quireJson<{ title: string }>(env, 'search', '--folder', '/r', ...args)).map(({ title }) => title);
    expect(await titles()).to.deep.equal(['x']);
    expect(await titles('-r')).to.deep.equal(['x', 'y']);
    expect(await titles('--tag', 'r')).to.deep.equal(['x']);
    expect(await titles('--tag', 'r', '--recursive')).to.deep.equal(['x', 'y']);
    const wrong = await quire(env, 'search', '-r');
    expect([wrong.code, wrong.stderr]).to.deep.equal([2, 'quire: --recursive needs --folder\n']);
  });
});
