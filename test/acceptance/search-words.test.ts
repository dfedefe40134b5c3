import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { create, createFolder, push, search, searchFor, unique } from '../http/making.js';
import { EXAMPLES } from '../unit/words/examples.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { findFromCursors, findTitles, patchDocument } from './making.js';
import { suite } from './suite.js';

const paragraphs = (...texts: string[]) => ({ blocks: texts.map((content) => ({ type: 'paragraph', content })) });

suite('search: the rules of words', ['alice'], ({ alice }) => {
  for (const { rule, text, title, blocks = [], rank } of EXAMPLES) {
    const found = rank === undefined ? 'does not find' : 'finds';
    it(`${rule}: ${text} ${found} ${title}`, async () => {
      const tag = unique();
      await create(alice, { title, ...paragraphs(...blocks), metadata: { tags: [tag] } });
      expect(await findTitles(alice, { text, tag })).to.deep.equal(rank === undefined ? [] : [title]);
    });
  }

  it('order by rank, then from the newest on', async () => {
    const tag = unique();
    const make = (title: string, ...texts: string[]) =>
      create(alice, { title, ...paragraphs(...texts), metadata: { tags: [tag] } });
    await make('Big house');
    await make('Other', 'house big');
    await make('Another', 'a big house');
    await make('House, big');
    await make('The big house');
    await make('Big house of cards');
    await make('A third', 'a big house');
    const right = ['Big house', 'Big house of cards', 'The big house', 'House, big', 'A third', 'Another', 'Other'];
    expect(await findTitles(alice, { text: 'big house', tag })).to.deep.equal(right);
    const walked = await findFromCursors(alice, { text: 'big house', tag, limit: 2 });
    expect(walked.map(({ title }) => title)).to.deep.equal(right);
    const sorted = await findTitles(alice, { text: 'big house', tag, sort: 'title' });
    expect(sorted).to.deep.equal([...right].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
  });
});

suite('search: words', ['alice', 'bob'], ({ alice, bob }) => {
  it('are those of the newest version, wherever it is', async () => {
    const [first, second, third] = [unique(), unique(), unique()];
    const { id } = await create(alice, { title: first, ...paragraphs(second) });
    expect(await findTitles(alice, { text: `${second} ${first}` })).to.deep.equal([first]);
    await push(alice, id, { title: first, ...paragraphs(third) });
    expect(await findTitles(alice, { text: second })).to.deep.equal([]);
    expect(await findTitles(alice, { text: third })).to.deep.equal([first]);
    await patchDocument(alice, id, { title: second });
    expect(await findTitles(alice, { text: `${third} ${second}` })).to.deep.equal([second]);
    const folder = await createFolder(alice);
    await patchDocument(alice, id, { folder_id: folder.id });
    expect(await findTitles(alice, { text: third, folder_id: folder.id })).to.deep.equal([second]);
    expect(await findTitles(bob, { text: third })).to.deep.equal([]);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expect(await findTitles(alice, { text: third })).to.deep.equal([]);
  });

  it('are text, not markup, addresses or metadata', async () => {
    const [shown, hidden] = [unique(), unique()];
    const content = `**${shown}** [a](https://${hidden}.example/) <b title="${hidden}">b</b> <!-- ${hidden} -->`;
    await create(alice, { title: 'Markup', ...paragraphs(content), metadata: { note: hidden } });
    await create(alice, {
      title: 'HTML',
      content_type: 'html',
      ...paragraphs(`<p>${shown}</p><script>${hidden}</script>`),
    });
    expect(await findTitles(alice, { text: shown, sort: 'title' })).to.deep.equal(['HTML', 'Markup']);
    expect(await findTitles(alice, { text: hidden })).to.deep.equal([]);
  });

  it('are shown in snippets, with totals and tags where these are asked for', async () => {
    const word = unique();
    const { id } = await create(alice, {
      title: 'Shown',
      ...paragraphs('Nothing.', `Here is **${word}**, once.`),
      metadata: { tags: ['a', 'b'] },
    });
    await create(alice, { title: `More ${word}`, metadata: { tags: ['b'] } });
    const page = await search(alice, { text: word, total: 'true', facets: 'tags' });
    expect(page).to.include({ text: word, total: 2, total_is_exact: true, facets_are_exact: true });
    const counts = [
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ];
    expect(page.facets?.tags).to.deep.equal(counts);
    const shown = page.results.find((result) => result.id === id)?.snippets?.[0]?.segments;
    const segments = [
      { text: 'Here is ', match: false },
      { text: word, match: true },
      { text: ', once.', match: false },
    ];
    expect(shown).to.deep.equal(segments);
    const { results } = await search(alice, { text: word, snippets: 0 });
    expect(results.every((result) => !('snippets' in result))).to.equal(true);
    const tagged = expectStatus(await alice.get<{ count: number }>(`${searchFor({ text: word })}&tag=a&tag=b`), 200);
    expect(tagged.count).to.equal(1);
  });

  for (const text of ['!!', '-a', '"', '-"a b"', ' ']) {
    it(`are looked for: ${text} is 422`, async () => {
      expectError(await alice.get(searchFor({ text })), 422, 'QUERY_REQUIRED');
    });
  }

  it('are never a fault, however they are written', async () => {
    for (const text of ['a AND', '(a', 'a* OR "b', 'title:a', 'NEAR(a b)', 'a^b', '-- a', 'a"b"c', '\u0000a', '⟨a⟩ §'])
      expectStatus(await alice.get(searchFor({ text })), 200);
  });

  const bad: readonly (readonly [query: string, path: string])[] = [
    [`text=${'a'.repeat(1_001)}`, '/text'],
    [`text=${'a+'.repeat(33)}`, '/text'],
    ['text=a&snippets=4', '/snippets'],
    ['text=a&sort=rank', '/sort'],
    ['q=a&sort=relevance', '/sort'],
    ['q=a&snippets=1', '/snippets'],
    ['q=a&total=true', '/total'],
    ['text=a&facet_limit=5', '/facet_limit'],
    ['text=a&facets=tags&facet_limit=101', '/facet_limit'],
    ['text=a&offset=9951', '/offset'],
    ['text=a&offset=1&cursor=eA', '/cursor'],
    ['text=a&sort=title&cursor=eA', '/cursor'],
    ['text=a&updated_from=yesterday', '/updated_from'],
    [`q=a${'&tag=b'.repeat(11)}`, '/tag'],
  ];
  for (const [query, path] of bad) {
    it(`are 400 at ${path}: ${query.slice(0, 40)}`, async () => {
      expectInvalidAt(await alice.get(`/v1/documents/search?${query}`), path);
    });
  }
});
