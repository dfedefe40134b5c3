import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, keyPath, paragraph, put, read, readByKey, unique } from '../http/making.js';
import { expectError } from './expecting.js';
import { times } from './making.js';
import { bulk, faultsOf, statuses, type LineAnswer } from './bulk-lines.js';
import { suite } from './suite.js';

suite('bulk: a document named in two ways', ['alice', 'bob'], ({ alice, bob }) => {
  const keyed = async () => {
    const key = unique();
    const { id } = await put(alice, key, content());
    return { id, key };
  };
  const large = () => content({ blocks: [paragraph('x'.repeat(200_000))] });

  it('takes effect in the order of the lines', async () => {
    await times(10, async () => {
      const { id, key } = await keyed();
      const answers = await bulk(alice, [
        { op: 'push', id, document: large() },
        { op: 'delete', key },
      ]);
      expect(statuses(answers)).to.deep.equal([201, 204]);
      expectError(await alice.get(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
    });
  });

  it('takes effect in the order of the lines, the other way round too', async () => {
    await times(10, async () => {
      const { id, key } = await keyed();
      const answers = await bulk(alice, [
        { op: 'put', key, document: large() },
        { op: 'patch', id, changes: { title: 'patched' } },
        { op: 'patch', key, changes: { title: 'again' } },
        { op: 'delete', id },
        { op: 'put', key, document: content() },
      ]);
      expect(statuses(answers)).to.deep.equal([200, 200, 200, 204, 201]);
      expect(answers[2]?.body?.version).to.equal(4);
      expect((await readByKey(alice, key)).id).not.to.equal(id);
    });
  });

  it('may have both names in one line', async () => {
    const { id, key } = await keyed();
    const answers = await bulk(alice, [
      { op: 'push', id, key, document: content(), if_match: '"1"' },
      { op: 'patch', id, key, changes: { title: 'patched' } },
      { op: 'put', id, key, document: content() },
      { op: 'delete', id, key },
      { op: 'put', id, key, document: content() },
      { op: 'push', id, key, document: content() },
    ]);
    expect(statuses(answers)).to.deep.equal([201, 200, 200, 204, 404, 404]);
    expectError(await alice.get(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
  });

  it('holds after its key has got another document', async () => {
    const { id, key } = await keyed();
    await bulk(alice, [{ op: 'delete', key }]);
    const { id: next } = await put(alice, key, content());
    const answers = await bulk(alice, [
      { op: 'push', id, key, document: content() },
      { op: 'push', id: next, key, document: content(), if_match: '"1.2"' },
      { op: 'put', id: next, key, document: content() },
    ]);
    expect(faultsOf(answers[0] as LineAnswer)).to.deep.equal(['/key']);
    expect(statuses(answers.slice(1))).to.deep.equal([201, 200]);
  });

  it('is refused where the names are of two documents, or the key of none', async () => {
    const [one, other] = [await keyed(), await keyed()];
    const { id: ofBob } = await create(bob);
    const { id: without } = await create(alice);
    const lines = (id: string, key: string) => [
      { op: 'push', id, key, document: content() },
      { op: 'patch', id, key, changes: { title: 'patched' } },
      { op: 'put', id, key, document: content() },
      { op: 'delete', id, key },
    ];
    for (const id of [other.id, ofBob, without, 'x']) {
      const answers = await bulk(alice, lines(id, one.key));
      expect(answers).to.have.length(4);
      for (const answer of answers) {
        expect(faultsOf(answer)).to.deep.equal(['/key']);
        expect(answer.error?.message).to.equal('key must be the key of the document that id names.');
      }
    }
    expect(statuses(await bulk(alice, lines(without, unique())))).to.deep.equal([404, 404, 404, 404]);
    for (const id of [one.id, other.id, without]) {
      expect(await read(alice, id)).to.deep.include({ current_version: 1 });
    }
  });

  it('is refused in a create, which can name none', async () => {
    const { id, key } = await keyed();
    const answers = await bulk(alice, [
      { op: 'create', key: unique(), document: content() },
      { op: 'create', id, document: content() },
      { op: 'create', id, key, document: content() },
      { op: 'create', id: null, key: null, document: content() },
    ]);
    expect(answers.slice(0, 3).map(faultsOf)).to.deep.equal([['/key'], ['/id'], ['/key']]);
    expectStatus(await alice.get(`/v1/documents/${answers[3]?.body?.id}`), 200);
  });
});
