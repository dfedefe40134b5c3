import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { openObjectStore } from '../../src/server/backends.js';
import { expectError, expectStatus, header, type Answer } from './client.js';
import { PortFaults } from './faults.js';
import { content, create, unique } from './making.js';
import { describeHttp, describeOwnHttp, type Api } from './suite.js';

const used = (answer: Answer) => header(answer, 'X-Quota-Used');

describeHttp('the quota', (api) => {
  it('is one for all keys of an owner', async () => {
    const owner = unique();
    const callers = [
      await api.caller({ owner, plan: 'two-documents' }),
      await api.caller({ owner, plan: 'two-documents' }),
    ];
    for (const caller of callers) await create(caller);
    for (const caller of callers) expectError(await caller.post('/v1/documents', content()), 'QUOTA_EXCEEDED');
  });

  it('with one unit left lets exactly one of many creates pass', async () => {
    const alice = await api.caller({ plan: 'two-documents' });
    await create(alice);
    const answers = await Promise.all(Array.from({ length: 20 }, () => alice.post('/v1/documents', content())));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 403)).to.have.length(19);
  });
});

const faults = new PortFaults();

describeOwnHttp('the quota of a create that loses a race', { wrap: faults.wrap }, (api) => {
  before(() => api.prepared);
  afterEach(() => faults.clear());

  for (const [same, status] of [
    [true, 201],
    [false, 409],
  ] as const) {
    it(`is given back where the winner had ${same ? 'the same' : 'another'} request`, async () => {
      const alice = await api.caller();
      let claimed = '';
      faults.set('store.create', async ([key, body]) => {
        faults.clear();
        claimed = String(key);
        await claimBefore(api, claimed, body as Uint8Array, same);
      });
      const lost = await alice.post('/v1/documents', content(), { 'Idempotency-Key': unique() });
      expectStatus(lost, status);
      // The winner's document is there now, and nobody else has counted it.
      expect(used(lost)).to.equal(same ? '1' : '0');
      if (same) return;
      const { document_id: id } = expectError(lost, 'IDEMPOTENCY_KEY_REUSED');
      expect(claimed).to.include(`/${id as string}/`);
    });
  }
});

/** What another process does that is faster, and ends there: it took no unit from this count. */
async function claimBefore(api: Api, key: string, body: Uint8Array, same: boolean): Promise<void> {
  const own = JSON.parse(Buffer.from(body).toString()) as object;
  const faster = { ...own, write_id: 'another', ...(!same && { request_hash: 'another' }) };
  const store = await openObjectStore(readConfig(api.storage.env).storage);
  try {
    expect(await store.create(key, Buffer.from(JSON.stringify(faster)))).to.equal('created');
  } finally {
    await store.close();
  }
}
