import { expect } from 'chai';
import { filtersOf, LARGEST_GRAM, pageBody, placeBody } from '../../src/adapters/opensearch/documents/search-body.js';
import { templateOf, type IndexKind } from '../../src/adapters/opensearch/model/own-template.js';

const NONE = { prefix: undefined, tag: undefined, folderId: undefined, unrefreshed: [] };
const ownTemplate = (indexPrefix: string, kind?: IndexKind) =>
  JSON.parse(JSON.stringify(templateOf({ indexPrefix, shards: 3, replicas: 2 }, kind)));
const prefixClauses = (prefix: string) => filtersOf({ ...NONE, owner: 'o', prefix }).slice(1);

describe('the body of a search', () => {
  it('has a clause per condition, and always the owner', () => {
    expect(filtersOf({ ...NONE, owner: 'o' })).to.deep.equal([{ term: { document_owner: 'o' } }]);
    expect(filtersOf({ owner: 'o', prefix: 'p', tag: 't', folderId: 'f', unrefreshed: ['u'] })).to.deep.equal([
      { term: { document_owner: 'o' } },
      { term: { 'folded_title.prefixes': 'p' } },
      { term: { tags: 't' } },
      { term: { folder_id: 'f' } },
      { bool: { must_not: [{ terms: { id: ['u'] } }] } },
    ]);
  });

  it('looks an empty prefix up nowhere: every title begins with it', () => {
    expect(prefixClauses('')).to.deep.equal([]);
  });

  for (const [name, character] of [
    ['ASCII', 'a'],
    ['emoji', '😀'],
  ] as const) {
    it(`finds up to ${LARGEST_GRAM} code points of ${name} by one term`, () => {
      const prefix = character.repeat(LARGEST_GRAM);
      expect(prefixClauses(prefix)).to.deep.equal([{ term: { 'folded_title.prefixes': prefix } }]);
    });

    it(`compares longer prefixes of ${name} in full after the first gram`, () => {
      const gram = character.repeat(LARGEST_GRAM);
      expect(prefixClauses(`${gram}b`)).to.deep.equal([
        { term: { 'folded_title.prefixes': gram } },
        { prefix: { folded_title: `${gram}b` } },
      ]);
    });
  }

  it('sorts exactly as the index is sorted, and counts nothing', () => {
    const { settings } = ownTemplate('x').template;
    const body = JSON.parse(pageBody([], { from: 20, size: 10 }));
    expect(body.sort).to.deep.equal(settings['index.sort.field'].map((field: string) => ({ [field]: 'asc' })));
    expect(settings['index.sort.order']).to.deep.equal(['asc', 'asc']);
    expect(body).to.include({ from: 20, size: 10, track_total_hits: false });
  });

  it('goes on after a place without conditions on it', () => {
    const body = JSON.parse(pageBody([], { from: 0, size: 10, after: ['title', 'id'] }));
    expect(body).to.deep.include({ search_after: ['title', 'id'], query: { bool: { filter: [] } } });
  });

  it('goes on after a place by conditions where it skips hits, so that `from` counts from there', () => {
    const body = JSON.parse(placeBody([], { from: 9_999, after: ['title', 'id'] }));
    expect(body).to.deep.include({ from: 9_999, size: 1, _source: false });
    expect(body.query.bool).to.deep.equal({
      filter: [{ range: { folded_title: { gte: 'title' } } }],
      must_not: [{ bool: { filter: [{ term: { folded_title: 'title' } }, { range: { id: { lte: 'id' } } }] } }],
    });
  });
});

describe('the index template', () => {
  it('has the largest gram that searches count on', () => {
    expect(ownTemplate('x').template.settings.analysis.filter.prefixes.max_gram).to.equal(LARGEST_GRAM);
  });

  it('carries prefix, shards, replicas and a schema version', () => {
    const template = ownTemplate('quire');
    expect(template.index_patterns).to.deep.equal(['quire-*']);
    expect(template.template.settings).to.include({ 'index.number_of_shards': 3, 'index.number_of_replicas': 2 });
    expect(template.template.mappings._meta).to.deep.equal({ schema_version: 7 });
  });

  it('gives way to that of a longer prefix which its own pattern matches too', () => {
    expect(ownTemplate('quire-staging').priority).to.be.greaterThan(ownTemplate('quire').priority);
  });

  it('gives way to that of words, whose names begin alike', () => {
    const words = ownTemplate('quire', 'words');
    expect(words.index_patterns).to.deep.equal(['quire-words-*']);
    expect(words.priority).to.be.greaterThan(ownTemplate('quire').priority);
  });
});
