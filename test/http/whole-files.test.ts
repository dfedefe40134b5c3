/** HTML and plain text that are made of files, and come back as they were written. */
import { expect } from 'chai';
import { expectInvalid, expectStatus, header, linesOf, type Client } from './client.js';
import { keyPath, read, sourceOf, unique, versionsOf, type Created, type PutDocument } from './making.js';
import { describeHttp } from './suite.js';

const AS_FILE = { Accept: 'text/markdown' };

describeHttp('a file of HTML or text', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  const putFile = (key: string, body: string, type: 'html' | 'text', query = '') => {
    const headers = { 'Content-Type': type === 'html' ? 'text/html' : 'text/plain' };
    return alice.send<PutDocument>('PUT', `${keyPath(key)}?content_type=${type}${query}`, { body, headers });
  };
  const fileOf = async (path: string) => (await alice.get(path, AS_FILE)).bytes.toString();

  it('is kept, under its own type', async () => {
    const made = expectStatus(await putFile('p/a.html', '<b>\r\n', 'html'), 201);
    expect(made).to.deep.include({ title: 'a', content_type: 'html', source: sourceOf('<b>\r\n', 'text/html') });
    const answer = await alice.get(keyPath('p/a.html'), AS_FILE);
    expect(header(answer, 'Content-Type')).to.equal('text/html; charset=utf-8');
    expect(header(answer, 'Content-Security-Policy')).to.include('sandbox');
    expect(answer.text).to.equal('<b>\r\n');
  });

  it('is private if it says so, and its front matter is on no page', async () => {
    for (const type of ['html', 'text'] as const) {
      const put = (front: string) => putFile(unique(), `---\r\n${front}\r\n---\r\n<p>x`, type, '&visibility=public');
      expect(expectStatus(await put('draft: true'), 201).visibility).to.equal('private');
      const { id } = expectStatus(await put('k: secret'), 201);
      for (const end of ['', '.json']) {
        expect((await api.stranger.get(`/d/${id}${end}`)).text)
          .to.include('x')
          .and.not.include('secret');
      }
      expect(await fileOf(`/v1/documents/${id}`)).to.equal('---\r\nk: secret\r\n---\r\n<p>x');
      expect(expectInvalid(await put('draft: ['))).to.deep.equal([`/${type}`]);
    }
  });

  it('may be a member of JSON, of any write', async () => {
    for (const type of ['html', 'text'] as const) {
      const [key, media] = [unique(), `text/${type === 'html' ? 'html' : 'plain'}`];
      const file = (words: string) => `\uFEFF---\r\nvisibility: public\r\nk: secret\r\n---\r\n<p>${words}`;
      const made = expectStatus(await alice.put<PutDocument>(keyPath(key), { [type]: file('one') }), 201);
      const shown = { title: key, content_type: type, metadata: null, visibility: 'public' };
      expect(made).to.deep.include({ ...shown, source: sourceOf(file('one'), media) });
      expect((await alice.put<PutDocument>(keyPath(key), { [type]: file('one') })).body.result).to.equal('unchanged');
      expect((await read(alice, made.id)).blocks.map(({ content }) => content)).to.deep.equal(['<p>one']);
      expect((await api.stranger.get(`/d/${made.id}`)).text)
        .to.include('one')
        .and.not.include('secret');
      const changes = { [type]: file('two'), title: 'Two' };
      expectStatus(await alice.patch(`/v1/documents/${made.id}`, changes), 200);
      expect(await read(alice, made.id)).to.deep.include({ title: 'Two', source: sourceOf(file('two'), media) });
      const line = { op: 'push', id: made.id, document: { [type]: file('three').replace('public', 'private') } };
      expect(linesOf(await alice.bulk(`${JSON.stringify(line)}\n`))[0]).to.deep.include({ status: 201 });
      const created = expectStatus(await alice.post<Created>('/v1/documents', { [type]: 'a', title: 'A' }), 201);
      expectStatus(await alice.post(versionsOf(created.id), { [type]: 'b', title: 'B' }), 201);
      expect(await fileOf(`/v1/documents/${created.id}`)).to.equal('b');
      const newest = await read(alice, made.id);
      expect([newest.title, newest.visibility]).to.deep.equal([key, 'private']);
      expect(await fileOf(keyPath(key))).to.equal(file('three').replace('public', 'private'));
    }
  });
});
