// Slow: makes an index in OpenSearch for each of its tests.
import { expect } from 'chai';
import { GENERATION_ADDRESS } from '../../src/adapters/opensearch/model/addresses.js';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import type { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { startAnswerProxy, type AnswerProxy, type ProxiedRequest } from '../support/answer-proxy.js';
import { livingHead } from '../support/factories.js';
import { addHeads } from '../support/index-helpers.js';
import { describeCluster } from '../support/backends.js';
import { PushingWriters } from '../support/pushing-writers.js';
import { block, changesOf, currentName, errorOf, headEntry, makeNew, swap } from '../support/rebuild-helpers.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

describeCluster('a rebuild in an OpenSearch whose answers are late, lost or partial', function () {
  this.timeout(60_000);
  let backends: OpenSearchUnderTest;
  let proxy: AnswerProxy;
  let index: OpenSearchDocumentIndex;
  let admin: OpenSearchIndexAdmin;

  beforeEach(async () => {
    backends = openSearchUnderTest({ shards: 2 });
    proxy = await startAnswerProxy(backends.options.url);
    index = backends.open();
    await index.install('first');
    admin = new OpenSearchIndexAdmin({ ...backends.options, url: proxy.url, timeoutMs: 5_000 });
  });
  afterEach(async () => {
    await admin.close();
    await proxy.close();
    await backends.dispose();
  });

  const isTo = (request: ProxiedRequest, api: string) => request.path.includes(api) && request.method !== 'GET';
  const seenTo = (api: string) => proxy.seen.filter((request) => isTo(request, api)).length;

  describe('a swap', () => {
    it('newBlockedUntilAcked: that not every node has acknowledged is followed by changes until every node has', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      const token = await admin.takeToken(to, 1);
      let late = 3;
      proxy.alter((request, answer) =>
        (isTo(request, '/_aliases') || isTo(request, '/_mapping')) && late-- > 0
          ? { ...answer, body: { acknowledged: false } }
          : undefined,
      );
      await admin.swap(from, token);
      expect(await currentName(admin)).to.equal(to);
      expect([seenTo('/_aliases'), seenTo('/_mapping')]).to.deep.equal([1, 3]);
    });

    it('raises an error at its deadline where some node never acknowledges', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      proxy.alter((request, answer) =>
        'acknowledged' in answer.body && request.method !== 'GET'
          ? { ...answer, body: { acknowledged: false } }
          : undefined,
      );
      await expectUnavailable(swap(admin, from, to), /every node to know the swap|NotAcknowledged/);
    });

    it('whose answer is lost is found to be done, and known to every node', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      const token = await admin.takeToken(to, 1);
      proxy.alter((request) => (isTo(request, '/_aliases') ? 'lost' : undefined));
      await admin.swap(from, token);
      expect(await currentName(admin)).to.equal(to);
      expect([seenTo('/_aliases'), seenTo('/_mapping')]).to.deep.equal([1, 1]);
    });

    it('changes each time what it makes known, and nothing else of the mapping', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      const mapping = async () => (await backends.client.indices.getMapping({ index: to })).body[to]?.mappings;
      const before = await mapping();
      const metas: unknown[] = [];
      for (let repeat = 0; repeat < 3; repeat++) {
        await swap(admin, from, to);
        metas.push((await mapping())?._meta);
      }
      expect(new Set(metas.map((meta) => JSON.stringify(meta))).size).to.equal(3);
      expect({ ...(await mapping()), _meta: before?._meta }).to.deep.equal(before);
      expect((await admin.current())?.schemaVersion).to.equal(7);
    });
  });

  describe('a block', () => {
    it('drain: whose answer is lost waits for the writes under way when it is set again', async () => {
      const current = await currentName(admin);
      for (let round = 0; round < 4; round++) {
        const writers = new PushingWriters(index, { writers: 50, documents: 20 });
        await writers.begin();
        await writers.more(100);
        proxy.alter((request) => (isTo(request, '/_block/write') ? 'lost' : undefined));
        await errorOf(block(admin, current));
        proxy.alter(() => undefined);
        const token = await block(admin, current);
        const ids = [...writers.acknowledged.keys()];
        const atOnce = await admin.readHeads(current, ids);
        await writers.refused();
        expect(await admin.readHeads(current, ids)).to.deep.equal(atOnce);
        expect(seenTo('/_block/read_only')).to.equal(1);
        await admin.unblock(token);
      }
    });

    it('drain: does not resolve before the shards have acknowledged it', async () => {
      const current = await currentName(admin);
      let late = 3;
      proxy.alter((request, answer) =>
        isTo(request, '/_block/') && late-- > 0
          ? { ...answer, body: { ...answer.body, shards_acknowledged: false } }
          : undefined,
      );
      await block(admin, current);
      expect(late).to.be.lessThan(0);
      proxy.alter((request, answer) =>
        isTo(request, '/_block/') ? { ...answer, body: { ...answer.body, acknowledged: false } } : undefined,
      );
      // The last try before the deadline may have too little time to be answered, or to be sent.
      await expectUnavailable(
        block(admin, current),
        /block of writes: (NotAcknowledged|503 process_cluster_event_time|no answer)/,
      );
    });

    it('that was cut off while it waited hinders neither its end nor a removal', async () => {
      const [current, made] = [await currentName(admin), await makeNew(admin)];
      for (const each of [current, made]) {
        for (const block of ['write', 'read_only'] as const)
          await backends.client.indices.addBlock({ index: each, block });
      }
      await admin.unblock(await block(admin, current));
      await addHeads(index, [livingHead()]);
      await admin.remove(made);
      expect((await backends.client.indices.exists({ index: made })).body).to.equal(false);
    });
  });

  describe('writing what is higher', () => {
    it('sends again what OpenSearch was too busy for, be it done or not', async () => {
      const made = await makeNew(admin);
      const heads = Array.from({ length: 50 }, () => livingHead());
      let busy = 2;
      proxy.alter((request, answer) => {
        if (!isTo(request, '/_bulk')) return undefined;
        const answered = answer.body.items as object[];
        // The words of the heads come first.
        if (!('create' in (answered[0] as object)) || busy-- <= 0) return undefined;
        const items = answered.map((item, i) =>
          i % 2 ? item : { create: { status: 429, error: { type: 'rejected_execution_exception' } } },
        );
        return { ...answer, body: { ...answer.body, errors: true, items } };
      });
      await admin.writeIfHigher(made, heads.map(headEntry));
      const found = await admin.readHeads(
        made,
        heads.map(({ id }) => id),
      );
      expect(found.map((each) => each?.head)).to.deep.equal(heads);
      expect(seenTo('/_bulk')).to.equal(4);
    });

    it('raises an error where one of many entries was not written', async () => {
      const made = await makeNew(admin);
      proxy.alter((request, answer) => {
        if (!isTo(request, '/_bulk')) return undefined;
        const items = answer.body.items as object[];
        items[7] = { create: { status: 503, error: { type: 'unavailable_shards_exception' } } };
        return answer;
      });
      const entries = Array.from({ length: 50 }, () => headEntry(livingHead()));
      await expectUnavailable(admin.writeIfHigher(made, entries), /unavailable_shards_exception/);
    });
  });

  describe('following', () => {
    it('takes no checkpoint of a part of the shards', async () => {
      const current = await currentName(admin);
      proxy.alter((request, answer) => {
        if (!request.path.includes('/_stats')) return undefined;
        const indices = answer.body.indices as Record<string, { shards: Record<string, unknown> }>;
        delete indices[current]?.shards['1'];
        return answer;
      });
      await expectUnavailable(admin.checkpoint(current), /NoPrimaryShard/);
    });

    it('takes no answer of a part of the shards, to a search or a refresh', async () => {
      const current = await currentName(admin);
      const position = await admin.checkpoint(current);
      await addHeads(index, [livingHead()]);
      for (const api of ['/_search', '/_refresh']) {
        proxy.alter((request, answer) =>
          isTo(request, api)
            ? { ...answer, body: { ...answer.body, _shards: { total: 1, successful: 0, failed: 1 } } }
            : undefined,
        );
        await expectUnavailable(changesOf(admin, current, position), /PartialAnswer/);
      }
    });

    it('looks at the primary of the one shard only', async () => {
      const current = await currentName(admin);
      await changesOf(admin, current, {});
      const searches = proxy.seen.filter((request) => isTo(request, '/_search')).map(({ path }) => path);
      expect(searches).not.to.be.empty;
      for (const path of searches) expect(decodeURIComponent(path)).to.match(/preference=_shards:[01]\|_primary/);
    });
  });

  describe('a generation', () => {
    it('generationNamesToken: that is written late makes no right index of one that was emptied', async () => {
      const made = await admin.create('late');
      await admin.takeToken(made, 1);
      await backends.client.delete({ index: made, ...GENERATION_ADDRESS });
      await expectUnavailable(admin.create('late'), /the index is missing/);
      expect(await admin.find('late')).to.deep.include({ name: made, generation: undefined });
    });
  });

  describe('an alias', () => {
    it('that leads to two indices is an error of every call that follows it, and is left as it is', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      await backends.client.indices.putAlias({ index: to, name: backends.options.indexPrefix });
      for (const call of [() => admin.current(), () => swap(admin, from, to), () => admin.remove(to)]) {
        expect((await errorOf(call())).message).to.match(/leads to .* and /);
      }
    });

    it('keeps the index that it leads to from being removed', async () => {
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      expect((await errorOf(admin.remove(from))).message).to.match(/the index that requests go to/);
      const alias = backends.options.indexPrefix;
      proxy.alter(async ({ path }) => {
        if (!path.includes('/_alias/')) return undefined;
        const actions = [{ remove: { index: from, alias } }, { add: { index: to, alias } }];
        await backends.client.indices.updateAliases({ body: { actions } });
        return undefined;
      });
      await errorOf(admin.remove(to));
      proxy.alter(() => undefined);
      expect(await currentName(admin)).to.equal(to);
    });
  });
});
