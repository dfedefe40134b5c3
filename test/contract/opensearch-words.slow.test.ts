// Slow: makes indices in OpenSearch, one with many words.
import { expect } from 'chai';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import type { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { templateOf } from '../../src/adapters/opensearch/model/own-template.js';
import { WordsMissingError } from '../../src/domain/errors.js';
import { headOf, type LivingHead } from '../../src/domain/head.js';
import { newBlockId } from '../../src/domain/ids.js';
import type { Version } from '../../src/domain/version.js';
import { parseSearch } from '../../src/domain/words/word-query.js';
import type { DocumentIndex, HeadWrite, WordSearch } from '../../src/ports/document-index.js';
import { makeVersions, lastOf } from '../maintenance/planting.js';
import { describeCluster } from '../support/backends.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import { block, errorOf, swap } from '../support/rebuild-helpers.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';

describeCluster('words in OpenSearch', function () {
  this.timeout(120_000);
  let backends: OpenSearchUnderTest;
  let index: OpenSearchDocumentIndex;
  let admin: OpenSearchIndexAdmin;
  const owner = newOwner();

  beforeEach(() => {
    backends = openSearchUnderTest();
    index = backends.open();
    admin = new OpenSearchIndexAdmin(backends.options);
  });
  afterEach(async () => {
    await admin.close();
    await backends.dispose();
  });

  const nameOf = (generation: string) => `${backends.options.indexPrefix}-${generation}`;
  const wordsNameOf = (generation: string) => nameOf(`words-${generation}`);
  const indices = async () => Object.keys((await backends.client.indices.get({ index: nameOf('*') })).body).sort();
  const versionOf = (title: string): Version => lastOf(makeVersions({ owner, title }));
  const writeOf = (slot: Version): HeadWrite => ({ head: headOf(slot), slot, expected: 'absent', summaries: [] });
  const search = (text: string, more: Partial<WordSearch> = {}): WordSearch => ({
    ...{ owner, words: parseSearch(text), order: 'relevance', limit: 50, offset: 0, after: undefined },
    ...more,
  });
  async function found(of: DocumentIndex, text: string): Promise<string[]> {
    await of.refresh();
    return (await of.searchWords(search(text))).heads.map(({ id }) => id);
  }
  const expectMissing = async (of: DocumentIndex) => {
    await of.refresh();
    expect(await errorOf(of.searchWords(search('a')))).to.be.instanceOf(WordsMissingError);
    expect(await errorOf(of.countWords({ ...search('a'), tags: 1 }))).to.be.instanceOf(WordsMissingError);
  };

  /** As a program of schema 5 made it. */
  async function installOlder(generation: string): Promise<string> {
    const { settings, mappings } = templateOf(backends.options).template;
    const { worded: _, ...properties } = mappings.properties;
    const name = `${backends.options.indexPrefix}-${generation}`;
    const older = { ...mappings, _meta: { schema_version: 5 }, properties };
    const aliases = { [backends.options.indexPrefix]: {} };
    await backends.client.indices.create({ index: name, body: { settings, mappings: older, aliases } as object });
    const body = { kind: 'generation', generation };
    await backends.client.index({ index: name, id: 'generation', routing: 'generation', body });
    return name;
  }

  it('are in no head of an index of schema 5, and none of these gets into the one that replaces it', async () => {
    const older = await installOlder('old');
    expect(await index.readGeneration()).to.equal('old');
    await expectMissing(index);
    expect(await index.writeHead(writeOf(versionOf('Lantern')))).to.equal('written');
    const newer = await admin.create('new');
    await swap(admin, older, newer);
    // The index does not know of the swap yet.
    const late = versionOf('Late');
    expect(await index.writeHead(writeOf(late))).to.equal('written');
    expect(await admin.readHeads(newer, [late.document.id])).to.deep.equal([undefined]);
    await admin.remove(older);
    expect(await index.writeHead(writeOf(versionOf('Later')))).to.equal('written');
    expect(await indices()).to.deep.equal([nameOf('new'), wordsNameOf('new')]);
    expect(await index.readGeneration()).to.equal('new');
    const next = versionOf('Next');
    await index.writeHead(writeOf(next));
    expect(await found(index, 'next')).to.deep.equal([next.document.id]);
  });

  it('are looked for in the index that a rebuild has brought, though nobody has read its generation', async () => {
    const older = await installOlder('old');
    await index.readGeneration();
    await expectMissing(index);
    const newer = await admin.create('new');
    const slot = versionOf('Lantern');
    await admin.writeIfHigher(newer, [{ kind: 'head', head: headOf(slot), slot }]);
    await swap(admin, older, newer);
    expect(await found(index, 'lantern')).to.deep.equal([slot.document.id]);
  });

  it('are missing while a single head is without them, and found from then on', async () => {
    await index.install('first');
    const [bare, slot] = [livingHead({ owner: newOwner() }), versionOf('Lantern')];
    await index.writeHead({ head: bare, expected: 'absent', summaries: [] });
    await index.writeHead(writeOf(slot));
    await expectMissing(index);
    const revised = await index.readHead(bare.id);
    if (!revised) throw new Error('there is no head');
    await admin.removeHead(bare.id, revised.revision);
    expect(await found(index, 'lantern')).to.deep.equal([slot.document.id]);
  });

  it('are not written without full text', async () => {
    await index.install('first');
    const without = backends.open({ fullText: false });
    expect(await without.writeHead(writeOf(versionOf('Lantern')))).to.equal('written');
    await expectMissing(without);
    await expectMissing(index);
  });

  it('are those of the title of a version that a rebuild cannot read', async () => {
    await index.install('first');
    const head = livingHead({ owner, title: 'Unreadable lantern' });
    await admin.writeIfHigher(`${backends.options.indexPrefix}-first`, [{ kind: 'head', head }]);
    expect(await found(index, '"unreadable lantern"')).to.deep.equal([head.id]);
  });

  const revisionOf = async (id: string) => {
    const revised = await index.readHead(id);
    if (!revised) throw new Error('there is no head');
    return revised.revision;
  };

  it('are removed with the index that a rebuild replaces, and a write of before makes none anew', async () => {
    await index.install('first');
    const slot = versionOf('Lantern');
    await index.writeHead(writeOf(slot));
    expect(await found(index, 'lantern')).to.deep.equal([slot.document.id]);
    const newer = await admin.create('next');
    await admin.writeIfHigher(newer, [{ kind: 'head', head: headOf(slot), slot }]);
    await block(admin, nameOf('first'));
    await swap(admin, nameOf('first'), newer);
    expect(await indices()).to.deep.equal([nameOf('first'), nameOf('next'), wordsNameOf('next')]);
    const late = versionOf('Late lantern');
    expect(await index.writeHead(writeOf(late))).to.equal('refused');
    expect(await index.writeHead(writeOf(late))).to.equal('written');
    expect(await found(index, 'lantern')).to.have.members([slot.document.id, late.document.id]);
    await admin.remove(nameOf('first'));
    expect(await indices()).to.deep.equal([nameOf('next'), wordsNameOf('next')]);
    await admin.discardCurrent();
    expect(await indices()).to.deep.equal([]);
  });

  it('refuse a new head for an index that was removed', async () => {
    await index.install('first');
    await index.writeHead(writeOf(versionOf('Lantern')));
    await backends.client.indices.delete({ index: nameOf('*') });
    expect(await index.writeHead(writeOf(versionOf('Late')))).to.equal('refused');
    expect(await indices()).to.deep.equal([]);
  });

  it('stay those of the newest version, however late the write of an earlier one comes', async () => {
    await index.install('first');
    const [first, second] = makeVersions({ owner, title: 'Lantern', versions: 2 }) as [Version, Version];
    await index.writeHead(writeOf(second));
    expect(await index.writeHead(writeOf({ ...first, title: 'Candle' }))).to.equal('conflict');
    expect(await found(index, 'candle')).to.deep.equal([]);
    expect(await found(index, 'lantern')).to.deep.equal([second.document.id]);
  });

  it('of a deleted document are found no more, nor after a late write, and gc leaves none', async () => {
    await index.install('first');
    const slot = versionOf('Lantern');
    const { id } = slot.document;
    await index.writeHead(writeOf(slot));
    const head = tombstoneOf(headOf(slot) as LivingHead);
    expect(await index.writeHead({ head, expected: await revisionOf(id), summaries: [] })).to.equal('written');
    expect(await index.writeHead(writeOf(slot))).to.equal('conflict');
    expect(await found(index, 'lantern')).to.deep.equal([]);
    expect(await admin.removeHead(id, await revisionOf(id))).to.equal('removed');
    await index.refresh();
    const { body } = await backends.client.count({ index: wordsNameOf('first') });
    expect(body.count).to.equal(0);
  });

  it('follow a repair back to an earlier version', async () => {
    await index.install('first');
    const [first, second] = makeVersions({ owner, title: 'Lantern', versions: 2 }) as [Version, Version];
    const { id } = second.document;
    await index.writeHead(writeOf(second));
    const slot = { ...first, title: 'Candle' };
    const repair = { head: headOf(slot), slot, expected: await revisionOf(id), summaries: [] };
    expect(await admin.writeHead(nameOf('first'), repair)).to.equal('written');
    expect(await found(index, 'lantern')).to.deep.equal([]);
    expect(await found(index, 'candle')).to.deep.equal([id]);
  });

  it('that are lost leave all else as it was, until a rebuild', async () => {
    await index.install('first');
    const slot = versionOf('Lantern');
    await index.writeHead(writeOf(slot));
    expect(await found(index, 'lantern')).to.deep.equal([slot.document.id]);
    await backends.client.indices.delete({ index: wordsNameOf('first') });
    expect(await index.writeHead(writeOf(versionOf('Next')))).to.equal('written');
    await expectMissing(index);
    expect(await indices()).to.deep.equal([nameOf('first')]);
    const newer = await admin.create('next');
    await admin.writeIfHigher(newer, [{ kind: 'head', head: headOf(slot), slot }]);
    await swap(admin, nameOf('first'), newer);
    expect(await found(index, 'lantern')).to.deep.equal([slot.document.id]);
  });

  it('refuse a head under the revision of an index that is gone', async () => {
    await index.install('first');
    const slot = versionOf('Lantern');
    const expected = { index: `${backends.options.indexPrefix}-gone`, seqNo: 0, primaryTerm: 1 };
    expect(await index.writeHead({ ...writeOf(slot), expected })).to.equal('refused');
  });

  it('are all found by their beginning, in phrases too, however many begin alike', async () => {
    await index.install('first');
    const [count, together] = [20_000, 100];
    const slots = Array.from({ length: count / together }, (_, n) => {
      const words = Array.from({ length: together }, (_, i) => `lantern li${n * together + i}`);
      const block = {
        id: newBlockId(),
        order: 0,
        type: 'paragraph' as const,
        content: words.join('. '),
        metadata: null,
      };
      return { ...versionOf('Lamp'), contentType: 'text' as const, blocks: [block] };
    });
    await admin.writeIfHigher(
      `${backends.options.indexPrefix}-first`,
      slots.map((slot) => ({ kind: 'head', head: headOf(slot), slot })),
    );
    await index.refresh();
    for (const text of ['li', '"lantern" li', 'lantern-li', 'lantern-l']) {
      expect(await index.countWords({ ...search(text), tags: 0 }), text).to.include({ total: slots.length });
      const page = await index.searchWords(search(text));
      expect(new Set(page.ranks?.values()), text).to.deep.equal(new Set([4]));
    }
    expect(await index.countWords({ ...search('lantern-li19999'), tags: 0 })).to.include({ total: 1 });
    expect(await index.countWords({ ...search('li19999 '), tags: 0 })).to.include({ total: 1 });
  });
});
