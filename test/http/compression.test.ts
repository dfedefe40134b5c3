import { expect } from 'chai';
import { expectStatus, type Client } from './client.js';
import { create, paragraph } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('compression', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('is gzip for a long page of the viewer, the same one each time', async () => {
    const blocks = [paragraph('<many> words '.repeat(20_000))];
    const path = `/d/${(await create(alice, { visibility: 'public', blocks })).id}`;
    const plain = await api.stranger.get(path);
    const [packed, again] = [await gzipped(path), await gzipped(path)];
    expect(packed.bytes.length).to.be.below(plain.bytes.length / 10);
    expect(again.bytes).to.deep.equal(packed.bytes);
    expect(packed.text).to.equal(plain.text).and.include('&lt;many&gt; words');
    expect(packed.headers['etag']).to.equal(plain.headers['etag']);
  });

  async function gzipped(path: string) {
    const answer = await api.stranger.get(path, { 'Accept-Encoding': 'gzip' });
    expectStatus(answer, 200);
    expect(answer.headers['content-encoding']).to.equal('gzip');
    expect(answer.headers['vary']).to.match(/accept-encoding/i);
    return answer;
  }

  it('leads to no warning about listeners, also for the answer to a body', async () => {
    const warnings: string[] = [];
    const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
    process.on('warning', note);
    const document = { title: 'Noted', blocks: [], metadata: { note: 'many words '.repeat(1_000) } };
    const made = await alice.post('/v1/documents', document, { 'Accept-Encoding': 'gzip' });
    process.off('warning', note);
    expectStatus(made, 201);
    expect(made.headers['content-encoding']).to.equal('gzip');
    expect(warnings).to.deep.equal([]);
  });
});
