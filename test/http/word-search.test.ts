import { expect } from 'chai';
import { SEARCHED_BYTES } from '../../src/domain/words/searched-text.js';
import { expectStatus, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { create, createFolder, paragraph, search, unique } from './making.js';
import { describeOwnHttp } from './suite.js';

const faults = new PortFaults();

describeOwnHttp('a search with words', { wrap: faults.wrap }, (api) => {
  let alice: Client;
  before(async () => {
    await api.prepared;
    alice = await api.caller();
  });
  afterEach(() => faults.clear());

  it('says of a result that not all of its text is searched', async () => {
    const text = unique();
    const blocksOf = (length: number) => [paragraph('x'.repeat(length)), paragraph('beyond')];
    const whole = await create(alice, { title: `${text} a`, blocks: blocksOf(SEARCHED_BYTES - 'beyond'.length) });
    const { id } = await create(alice, { title: `${text} b`, blocks: blocksOf(SEARCHED_BYTES) });
    const { results } = await search(alice, { text, sort: 'title' });
    expect(results.map((each) => [each.id, each.text_truncated])).to.deep.equal([
      [whole.id, undefined],
      [id, true],
    ]);
    const found = await search(alice, { text: `${text} beyond` });
    expect(found.results.map((each) => each.id)).to.deep.equal([whole.id]);
  });

  it('leaves a snippet out that the store withholds, and answers with all others', async function () {
    this.timeout(20_000);
    const text = unique();
    const titles = [`${text} a`, `${text} b`, `${text} c`];
    const ids: string[] = [];
    for (const title of titles) ids.push((await create(alice, { title })).id);
    let letGo: () => void = () => undefined;
    const withheld = new Promise<void>((resolve) => (letGo = resolve));
    faults.set('store.read', ([key]) => (String(key).includes(ids[1] as string) ? withheld : undefined));
    const { results } = await search(alice, { text, sort: 'title' }).finally(() => letGo());
    expect(results.map(({ id, snippets }) => [id, snippets?.length])).to.deep.equal([
      [ids[0], 1],
      [ids[1], undefined],
      [ids[2], 1],
    ]);
  });

  it('counts no document of a folder that went with all below, before they are removed', async () => {
    const text = unique();
    const top = await createFolder(alice);
    const below = await createFolder(alice, { parent_id: top.id });
    await create(alice, { title: text, metadata: { tags: ['stays'] } });
    for (const { id } of [top, below])
      await create(alice, { title: text, folder_id: id, metadata: { tags: ['goes'] } });
    const counted = async () => {
      const { results, total, facets } = await search(alice, { text, total: 'true', facets: 'tags' });
      return { shown: results.length, total, tags: facets?.tags };
    };
    const stays = { value: 'stays', count: 1 };
    expect(await counted()).to.deep.equal({ shown: 3, total: 3, tags: [{ value: 'goes', count: 2 }, stays] });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    faults.set('index.list', () => held);
    expectStatus(await alice.delete(`/v1/folders/${top.id}?recursive=true`), 204);
    expect(await counted().finally(() => letGo())).to.deep.equal({ shown: 1, total: 1, tags: [stays] });
  });
});
