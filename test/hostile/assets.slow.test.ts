// Slow: watches the memory of a process for seconds, and writes documents of 1,000 assets.
/** Uploads that are begun and not ended, and documents of as many assets as there may be. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { Client, expectError, expectStatus } from '../http/client.js';
import { content, create, push } from '../http/making.js';
import { embeddedStorage } from '../support/modes.js';
import { during } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 120_000;
const FORMS = 20;
const FORM_BYTES = 50 * MIB;
/** What has come of each. */
const SENT = Buffer.alloc(8 * MIB, 'x');
/** What an idle process takes, the bodies under way, and room for the collector. */
const MOST_BYTES = 600 * MIB;
const WATCHED_MS = 3_000;
const NAMES = 1_000;

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('hostile: assets', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let client: Client;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
    client = await caller();
  });
  after(() => target.dispose());

  const caller = async () => new Client(target.url, { 'X-API-Key': await target.key() });

  it('whose forms are withheld half-way take no more than the bodies under way, and keep nobody from the rest', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz', 'Content-Length': FORM_BYTES };
    const beginOf = (key: string) =>
      head({ method: 'POST', path: '/v1/assets', headers: { 'X-API-Key': key, ...headers } });
    const begins = (await Promise.all(Array.from({ length: FORMS }, () => target.key()))).map(beginOf);
    const wires = Array.from({ length: FORMS }, () => new Wire(target.url, { reads: true }));
    const bytes = randomBytes(5 * MIB);
    try {
      const peak = await peakWhile(target.pid, async () => {
        for (const [i, wire] of wires.entries()) wire.write(begins[i] as string);
        for (const wire of wires) wire.write(SENT);
        await during(WATCHED_MS, () => target.probe());
        await create(client);
        expect(wires.filter(({ isEnded }) => isEnded)).to.be.empty;
        const answer = await client.send('PUT', `/v1/assets/${hashOf(bytes)}`, { body: bytes, headers: {} });
        expectStatus(answer, 201);
      });
      expect(peak / MIB).to.be.below(MOST_BYTES / MIB);
    } finally {
      closeAll(wires);
    }
    expect((await client.get(`/v1/assets/${hashOf(bytes)}`)).bytes.equals(bytes)).to.equal(true);
  });

  it('that are withheld half-way leave nothing', async () => {
    const body = randomBytes(MIB);
    const headers = { ...client.headers, 'Content-Length': body.length };
    const wire = new Wire(target.url, { reads: true });
    wire.write(head({ method: 'PUT', path: `/v1/assets/${hashOf(body)}`, headers }));
    await wire.flush(body.subarray(0, -1));
    wire.close();
    await target.probe();
    expectError(await client.get(`/v1/assets/${hashOf(body)}`), 'ASSET_NOT_FOUND');
    expectStatus(await client.send('PUT', `/v1/assets/${hashOf(body)}`, { body, headers: {} }), 201);
  });

  it('may be 1,000 in a document, at each of its writes', async () => {
    const other = await caller();
    const files = Array.from({ length: NAMES }, (_, n) => `${n}`);
    for (let at = 0; at < NAMES; at += 100) {
      const parts = files
        .slice(at, at + 100)
        .map((n) => `--xyz\r\nContent-Disposition: form-data; name="${n}"\r\n\r\n${n}\r\n`);
      const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz' };
      expectStatus(await client.send('POST', '/v1/assets', { body: `${parts.join('')}--xyz--\r\n`, headers }), 200);
    }
    const assets = Object.fromEntries(files.map((n) => [n.padStart(512, 'n'), hashOf(n)]));
    const answer = await client.post<{ id: string }>('/v1/documents', content({ assets }));
    const { id } = expectStatus(answer, 201);
    expect((await push(client, id, {})).version).to.equal(2);
    expect((await client.get<{ assets: object }>(`/v1/documents/${id}`)).body.assets).to.deep.equal(assets);
    expectStatus(await client.get(`/v1/documents/${id}/assets/${hashOf('999')}`), 200);
    const refused = await other.post('/v1/documents', content({ assets }));
    expect(expectError(refused, 'ASSET_NOT_FOUND')).to.have.property('missing').that.has.length(NAMES);
  });
});
