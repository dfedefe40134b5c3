import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { content, unique, versionsOf } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

const BODY = JSON.stringify(content());

describeHttp('folders that a path makes', (api) => {
  const path = (names: number) => `/${unique()}${'/f'.repeat(names - 1)}`;
  const put = (client: Client, names: number) =>
    client.put(`/v1/documents/by-key/${unique()}`, { title: 't', blocks: [], folder_path: path(names) });

  it('count as requests, and the request that makes them goes on to the end of its path', async () => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    expectStatus(await put(slow, 60), 201);
    const refused = await slow.get('/v1/folders');
    expect(expectError(refused, 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
    expect(Number(header(refused, 'Retry-After'))).to.be.within(1, 60);
    expect(header(refused, 'X-RateLimit-Remaining')).to.equal('0');
  });

  it('use up a day, after which nothing more is made', async () => {
    const caller = await api.caller({ plan: 'three-a-day' });
    expectStatus(await put(caller, 20), 201);
    expect(expectError(await put(caller, 1), 'RATE_LIMITED')).to.deep.equal({ window: 'day' });
  });
});

const faults = new PortFaults();

describeOwnHttp('calls of the counters', { wrap: faults.wrap }, (api) => {
  const CALLS = ['admit', 'bumpEpoch', 'reserveBytes', 'releaseBytes'] as const;
  const calls = async (ask: Promise<Answer>) => {
    faults.clear();
    expect((await ask).status).to.be.below(500);
    return CALLS.map((name) => faults.count(`counters.${name}`));
  };

  for (const plan of [undefined, 'two-thousand-bytes']) {
    it(`are one for a read and two for a write${plan === undefined ? '' : ' of a stated length with bounded bytes'}`, async () => {
      await api.prepared;
      const caller = await api.caller(plan === undefined ? {} : { plan });
      expect(await calls(caller.postText('/v1/documents', BODY))).to.deep.equal([1, 1, 0, 0]);
      expect(await calls(caller.get('/v1/folders'))).to.deep.equal([1, 0, 0, 0]);
      expect(await calls(caller.get('/v1/documents/search?q=t'))).to.deep.equal([1, 0, 0, 0]);
    });
  }

  it('are no more without bounded bytes for what is compressed, restored or refused', async () => {
    const caller = await api.caller();
    const body = gzipSync(BODY);
    const made = await caller.postText<{ id: string }>('/v1/documents', BODY);
    const path = versionsOf(made.body.id);
    expect(await calls(caller.postText(path, body, { 'Content-Encoding': 'gzip' }))).to.deep.equal([1, 1, 0, 0]);
    expect(await calls(caller.post(`${path}/1/restore`))).to.deep.equal([1, 1, 0, 0]);
    expect(await calls(caller.postText(path, '{}'))).to.deep.equal([1, 0, 0, 0]);
  });
});
