import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Client } from './client.js';
import { create, createFolder, push, restore, search, searchFor, unique } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('search', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  const titles = async (query: Record<string, string | number>, client = alice) =>
    (await search(client, query)).results.map(({ title }) => title);

  it('answers what create and push said of a document', async () => {
    const made = await create(alice, { metadata: { tags: ['x'], n: [1, 'a'] }, visibility: 'public' });
    const { created_at: pushed } = await push(alice, made.id, {
      title: made.title,
      blocks: [],
      content_type: 'text',
      metadata: { tags: ['x'], n: { o: 1 } },
    });
    const page = await search(alice, { q: made.title });
    expect(page).to.deep.equal({
      results: [
        {
          ...made,
          block_count: 0,
          content_type: 'text',
          metadata: { tags: ['x'], n: { o: 1 } },
          current_version: 2,
          updated_at: pushed,
        },
      ],
      count: 1,
      query: made.title,
      tag: null,
      folder_id: null,
    });
  });

  it('echoes title, tag and folder as they were sent', async () => {
    const { id } = await createFolder(alice);
    const page = await search(alice, { q: ' Ab\u{1f600}', tag: 'T ', folder_id: id });
    expect(page).to.deep.equal({ results: [], count: 0, query: ' Ab\u{1f600}', tag: 'T ', folder_id: id });
  });

  it('takes an empty q, tag or folder_id for none', async () => {
    const { title } = await create(alice);
    const page = expectStatus(await alice.get(`/v1/documents/search?q=${title}&tag=&folder_id=`), 200);
    expect(page).to.deep.include({ count: 1, query: title, tag: null, folder_id: null });
    expectError(await alice.get('/v1/documents/search?q=&tag='), 'QUERY_REQUIRED');
  });

  it('finds by prefix of the title without regard to case, and by nothing inside of it', async () => {
    const word = unique();
    await create(alice, { title: `${word} Straße` });
    for (const q of [word, word.toUpperCase(), `${word} s`, `${word} STRASSE`, `${word} STRAẞE`, `${word} strasse`]) {
      expect(await titles({ q }), q).to.deep.equal([`${word} Straße`]);
    }
    for (const q of ['Straße', ` ${word}`, `${word} Strasses`, `${word}*`, `${word}%`, `${word.slice(1)}`]) {
      expect(await titles({ q }), q).to.deep.equal([]);
    }
  });

  it('finds by the whole of a long title, and nothing by more than any title', async () => {
    const title = unique() + '\u{1f600}'.repeat(400);
    await create(alice, { title });
    expect(await titles({ q: title })).to.deep.equal([title]);
    expect(await titles({ q: `${title}x` })).to.deep.equal([]);
    expect(await titles({ q: 'x'.repeat(4_000) })).to.deep.equal([]);
  });

  it('finds by tag exactly, and by both where both are given', async () => {
    const tag = unique();
    const { title: one } = await create(alice, { metadata: { tags: [tag, 'other'] } });
    await create(alice, { metadata: { tags: [tag.toUpperCase(), `${tag}x`, tag.slice(1)] } });
    const { title: two } = await create(alice, { metadata: { tags: [tag] } });
    expect(await titles({ tag })).to.have.members([one, two]);
    expect(await titles({ tag, q: one })).to.deep.equal([one]);
    expect(await titles({ tag: 'other', q: two })).to.deep.equal([]);
  });

  it('looks in one folder where it is named, not below it', async () => {
    const title = unique();
    const folder = await createFolder(alice);
    const below = await createFolder(alice, { parent_id: folder.id });
    for (const id of [undefined, folder.id, below.id]) await create(alice, { title, folder_id: id });
    expect((await search(alice, { q: title })).count).to.equal(3);
    const { results } = await search(alice, { q: title, folder_id: folder.id });
    expect(results.map((result) => result.folder_id)).to.deep.equal([folder.id]);
  });

  it('answers 20 by default and 50 at most, in an order that no push moves', async () => {
    const word = unique();
    const made: { title: string; id: string }[] = [];
    for (let i = 0; i < 53; i++) made.push(await create(alice, { title: `${word} ${'AbC'[i % 3]}` }));
    const folded = ({ title, id }: { title: string; id: string }) => `${title.toLowerCase()}\0${id}`;
    const order = made.toSorted((a, b) => (folded(a) < folded(b) ? -1 : 1)).map(({ id }) => id);
    const ids = async (query: Record<string, number>) =>
      (await search(alice, { q: word, ...query })).results.map(({ id }) => id);
    expect(await ids({})).to.deep.equal(order.slice(0, 20));
    expect(await ids({ limit: 50 })).to.deep.equal(order.slice(0, 50));
    await push(alice, made[0]?.id ?? '', { title: made[0]?.title });
    expect(await ids({ limit: 50, offset: 50 })).to.deep.equal(order.slice(50));
    expect(await ids({ limit: 1, offset: 52 })).to.deep.equal(order.slice(52));
    for (const offset of [53, 100_000, 2 ** 31 - 1]) expect(await ids({ offset })).to.deep.equal([]);
  });

  it('sees every write that was answered before it', async () => {
    const word = unique();
    for (let i = 0; i < 8; i++) {
      const { id } = await create(alice, { title: `${word}a` });
      expect(await titles({ q: `${word}a` })).to.have.length(1);
      await push(alice, id, { title: `${word}b` });
      expect(await titles({ q: word })).to.deep.equal([`${word}b`]);
      await restore(alice, id, 1);
      expect(await titles({ q: word })).to.deep.equal([`${word}a`]);
      await alice.delete(`/v1/documents/${id}`);
      expect(await titles({ q: word })).to.deep.equal([]);
    }
  });

  it('finds nothing of another owner', async () => {
    const tag = unique();
    const { title } = await create(alice, { visibility: 'public', metadata: { tags: [tag] } });
    const bob = await api.caller();
    expect(await titles({ q: title }, bob)).to.deep.equal([]);
    expect(await titles({ tag }, bob)).to.deep.equal([]);
  });

  it('is 422 without q and tag, and 400 before that for a bad parameter', async () => {
    for (const query of ['', '?limit=5', '?Q=x', '?folder_id=x']) {
      expectError(await alice.get(`/v1/documents/search${query}`), 'QUERY_REQUIRED');
    }
    const bad = [
      'limit=0',
      'limit=51',
      'limit=-1',
      'limit=1.5',
      'limit=x',
      'limit=',
      'limit=%201',
      'offset=-1',
      'offset=x',
      'offset=1.0',
      'offset=2147483648',
      'offset=',
      'q=a&q=b',
      'tag=a&tag=a',
      'folder_id=a&folder_id=b',
      'limit=1&limit=1',
    ];
    for (const query of bad) {
      expect(expectInvalid(await alice.get(`/v1/documents/search?${query}`)), query).to.deep.equal([
        `/${query.split('=')[0]}`,
      ]);
    }
  });

  it('is an operation, not an identifier', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await alice.send(method, '/v1/documents/search?q=x');
      expect(expectError(answer, 'METHOD_NOT_ALLOWED')).to.deep.equal({ allow: 'GET, HEAD' });
      expect(answer.headers['allow']).to.equal('GET, HEAD');
    }
    expectStatus(await alice.head(searchFor({ q: 'x' })), 200);
  });
});
