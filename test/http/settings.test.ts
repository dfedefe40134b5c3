import { expect } from 'chai';
import { expectInvalid, header, type Client } from './client.js';
import { content, create, createFolder, paragraph, push, read } from './making.js';
import { describeOwnHttp } from './suite.js';

const SETTINGS = {
  PUBLIC_URL: 'https://docs.example/base/',
  MAX_BLOCKS: '2',
  MAX_METADATA_BYTES: '1024',
  MAX_FOLDER_DEPTH: '1',
  VIEWER_ROBOTS: 'noindex, nofollow',
  VIEWER_LANG: 'de',
};

describeOwnHttp('what an operator has set', { settings: SETTINGS }, (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('is the viewer address in every answer about a document', async () => {
    const { id, url } = await create(alice);
    expect(url).to.equal(`https://docs.example/base/d/${id}`);
    expect((await push(alice, id)).url).to.equal(url);
    expect((await read(alice, id)).url).to.equal(url);
  });

  it('bounds blocks, metadata and depth of folders', async () => {
    const three = Array.from({ length: 3 }, () => paragraph());
    const metadata = { a: 'x'.repeat(1_024) };
    expect(expectInvalid(await alice.post('/v1/documents', content({ blocks: three })))).to.deep.equal(['/blocks']);
    expect(expectInvalid(await alice.post('/v1/documents', content({ metadata })))).to.deep.equal(['/metadata']);
    await create(alice, { blocks: three.slice(1) });
    const { id: parent_id } = await createFolder(alice, { parent_id: (await createFolder(alice)).id });
    expect(expectInvalid(await alice.post('/v1/folders', { name: 'c', parent_id }))).to.deep.equal(['/parent_id']);
  });

  it('is what pages tell search engines, and their language', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const page = await api.stranger.get(`/d/${id}`);
    expect(header(page, 'X-Robots-Tag')).to.equal('noindex, nofollow');
    expect(page.text).to.include('<html lang="de">');
    const { id: french } = await create(alice, { visibility: 'public', metadata: { lang: 'fr' } });
    expect((await api.stranger.get(`/d/${french}`)).text).to.include('<html lang="fr">');
  });
});
