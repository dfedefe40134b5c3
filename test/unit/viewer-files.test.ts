import { expect } from 'chai';
import type { Version } from '../../src/domain/version.js';
import { fileText } from '../../src/render/worker/document-files.js';
import { shownDocument } from '../../src/render/worker/shown-document.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const CREATED = '2026-03-05T10:20:30.000Z';

describe('the files of a document', () => {
  it('are the same JSON as its blocks, whatever their characters', () => {
    const contents = [`${'x'.repeat(199_999)}😀${'"\n\uD800'.repeat(200_000)}`, '', 'é'];
    const document = viewed({ blocks: contents.map((content) => viewedBlock('code', content, { level: 1 })) });
    const found = JSON.parse(fileText('json', document, CREATED)) as { created_at: string; blocks: object[] };
    expect(found.blocks).to.deep.equal(document.blocks);
    expect(found.created_at).to.equal(CREATED);
  });
});

describe('what anybody may see of a document', () => {
  it('has the metadata with a meaning, and no values within their values', () => {
    const own = { secret: 'x', tags: ['a', 1, ['b']], lang: 'fr', description: { deep: true } };
    const block = { ...viewedBlock('list', 'a', { footnotes: ['x', {}], url: [[]], level: 2, own: 1, alt: {} }) };
    const version = { ...viewed(), createdAt: CREATED, metadata: own, blocks: [block] } as unknown as Version;
    const shown = shownDocument(version, { id: 'd', url: null, lang: 'en', key: null, base: '' });
    expect([shown.lang, shown.metadata]).to.deep.equal(['fr', { tags: ['a'], lang: 'fr' }]);
    expect(shown.blocks[0]?.metadata).to.deep.equal({ footnotes: ['x'], url: [], level: 2 });
  });
});
