import { expect } from 'chai';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import type { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { templateOf, type Template } from '../../src/adapters/opensearch/model/own-template.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { livingHead, newOwner } from '../support/factories.js';
import { addHeads, query, searchHeads } from '../support/index-helpers.js';
import { describeCluster } from '../support/backends.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';

type IndexTemplate = { settings?: object; mappings?: object; aliases?: object };

const OTHER_MAPPINGS = {
  dynamic: true,
  _source: { excludes: ['metadata'] },
  _routing: { required: false },
  dynamic_templates: [{ texts: { match_mapping_type: 'string', mapping: { type: 'text' } } }],
  properties: {
    kind: { type: 'text' },
    title: { type: 'keyword', copy_to: 'id' },
    folded_title: { type: 'keyword', ignore_above: 3, fields: { more: { type: 'text' } } },
    extra: { type: 'long' },
  },
};
const OTHER_SETTINGS = {
  'index.number_of_replicas': 1,
  'index.refresh_interval': '60s',
  'index.sort.field': ['extra'],
  'index.sort.order': ['desc'],
  'index.max_result_window': 10,
  'index.default_pipeline': 'missing',
  'index.final_pipeline': 'missing',
  'index.hidden': true,
  'index.blocks.write': true,
};

describeCluster('an index template of somebody else', function () {
  this.timeout(60_000);
  let backends: OpenSearchUnderTest;
  let index: OpenSearchDocumentIndex;
  let admin: OpenSearchIndexAdmin;
  let name: string;

  beforeEach(() => {
    backends = openSearchUnderTest();
    index = backends.open();
    admin = new OpenSearchIndexAdmin(backends.options);
    name = `ops-${backends.options.indexPrefix}`;
  });
  afterEach(async () => {
    await backends.client.indices.deleteIndexTemplate({ name }, { ignore: [404] });
    await admin.close();
    await backends.dispose();
  });

  const put = (template: IndexTemplate, more: object = { priority: 5_000 }) =>
    backends.client.indices.putIndexTemplate({
      name,
      body: { index_patterns: [`${backends.options.indexPrefix}*`], template, ...more } as object,
    });
  const described = async (of: string) => (await backends.client.indices.get({ index: of })).body[of];

  /** As an older program made it where a template was above its own. */
  async function makeOtherwise(generation: string, { settings, mappings, aliases }: IndexTemplate): Promise<string> {
    const made = `${backends.options.indexPrefix}-${generation}`;
    await backends.client.indices.create({ index: made, body: { settings, mappings, aliases } as object });
    const body = { kind: 'generation', generation };
    await backends.client.index({ index: made, id: 'generation', routing: 'generation', body });
    return made;
  }

  it('above the own one changes nothing that a new index needs', async () => {
    await put({ settings: OTHER_SETTINGS, mappings: OTHER_MAPPINGS });
    await index.install('first');
    const made = `${backends.options.indexPrefix}-first`;
    const { mappings, settings } = (await described(made)) ?? {};
    const { dynamic, _routing, properties } = templateOf(backends.options).template.mappings;
    expect(mappings).to.deep.include({ dynamic, _routing });
    expect(mappings).not.to.have.property('_source');
    expect(mappings?.properties).to.deep.include(properties);
    expect(settings?.index).to.deep.include({
      number_of_replicas: '0',
      refresh_interval: '1s',
      sort: { field: ['folded_title', 'id'], order: ['asc', 'asc'] },
      max_result_window: '10000',
      hidden: 'false',
    });
    expect((await admin.find('first'))?.difference).to.equal(undefined);
    const owner = newOwner();
    const head = livingHead({ owner, metadata: '{"a":1}' });
    await addHeads(index, [head]);
    await index.refresh();
    expect(await searchHeads(index, query(owner, { prefix: head.foldedTitle.slice(0, 3) }))).to.deep.equal([head]);
    await admin.create('next');
    expect((await admin.find('next'))?.difference).to.equal(undefined);
  });

  for (const [what, more] of [
    ['that makes data streams', { priority: 5_000, data_stream: {} }],
    ['of the priority of the own one', {}],
  ] as const) {
    it(`${what} is named where an index cannot be made`, async () => {
      const priority = 1_000 + backends.options.indexPrefix.length;
      await put({}, { priority, ...more });
      for (const call of [() => index.install('first'), () => admin.create('next')]) {
        const error = await errorOf(call());
        expect(error).to.be.instanceOf(UnavailableError).with.property('isFinal', true);
        expect(error.message).to.match(
          new RegExp(`the index template ${name} of priority \\d+ for ${backends.options.indexPrefix}\\* stands above`),
        );
      }
    });
  }

  it('that was above the own one of an older program is what the service says of its index', async () => {
    const { indexPrefix } = backends.options;
    await makeOtherwise('first', { aliases: { [indexPrefix]: {} } });
    const error = await errorOf(index.readGeneration());
    expect(error.message).to.match(/has no mapping of Quire: .*run `quire reindex --discard-index`/);
    const ofRebuild = await errorOf(admin.create('next'));
    expect(ofRebuild.message).to.match(/has another mapping .*run `quire reindex --discard-index`/);
    expect(ofRebuild).to.have.property('isFinal', true);
    await admin.discardCurrent();
    await index.install('first');
    expect(await index.readGeneration()).to.equal('first');
  });

  const DIFFERENCES: Record<string, (own: Template['template']) => IndexTemplate> = {
    kind: ({ settings, mappings }) => ({
      settings,
      mappings: { ...mappings, properties: { ...mappings.properties, kind: { type: 'text' } } },
    }),
    dynamic: ({ settings, mappings }) => ({ settings, mappings: { ...mappings, dynamic: false } }),
    _source: ({ settings, mappings }) => ({ settings, mappings: { ...mappings, _source: { enabled: false } } }),
    _routing: ({ settings, mappings }) => ({ settings, mappings: { ...mappings, _routing: {} } }),
    'index.max_result_window': ({ settings, mappings }) => ({
      settings: { ...settings, 'index.max_result_window': 10 },
      mappings,
    }),
    'index.analysis.filter.prefixes.max_gram': ({ settings, mappings }) => ({
      settings: {
        ...settings,
        analysis: {
          filter: { prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: 6 } },
          analyzer: { prefixes: { type: 'custom', tokenizer: 'keyword', filter: ['prefixes'] } },
        },
      },
      mappings,
    }),
  };
  for (const [difference, change] of Object.entries(DIFFERENCES)) {
    it(`that has changed ${difference} of a new index is noticed before the index is filled`, async () => {
      const made = await makeOtherwise('next', change(templateOf(backends.options).template));
      expect((await admin.find('next'))?.difference).to.equal(difference);
      const error = await errorOf(admin.create('next'));
      expect(error.message).to.include(`the index ${made} is not as Quire makes it (${difference})`);
      expect(error.message).to.include('`quire reindex --abort`');
    });
  }
});
