/** Requests that are odd, or end early: each has the answer that HTTP has for it, and none is an alarm. */
import { expect } from 'chai';
import { lastAnswer, RawConnection } from '../http/raw-connection.js';
import { embeddedStorage } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { head, Wire } from './support/wire.js';

const TEST_MS = 60_000;

describe('hostile: http', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
    key = await target.key();
  });
  after(() => target.dispose());

  async function send(text: string): Promise<ReturnType<typeof lastAnswer>> {
    const connection = new RawConnection(target.url);
    connection.write(text);
    return lastAnswer(await connection.ended());
  }

  const closing = (path: string, headers: Record<string, string> = {}) =>
    head({ path, headers: { ...headers, Connection: 'close' } });

  it('answers 400 for a target without a host', async () => {
    for (const form of ['http://', 'http://[::1/v1/folders']) {
      const { status, body } = await send(closing(form));
      expect(status).to.equal(400);
      expect(body).to.have.nested.property('error.code', 'VALIDATION_ERROR');
    }
  });

  it('takes a target in absolute form', async () => {
    expect((await send(closing('http://any.example/v1/folders', { 'X-API-Key': key }))).status).to.equal(200);
  });

  it('logs no error when clients hang up', async () => {
    const large = await target.create(key, largeDocument(9_000_000));
    const before = target.service.lines.length;
    for (const path of [`/v1/documents/${large}`, `/d/${large}`, '/openapi.json']) {
      for (const coding of ['identity', 'gzip']) {
        const wire = new Wire(target.url);
        wire.write(head({ path, headers: { 'X-API-Key': key, 'Accept-Encoding': coding } }).repeat(2));
        await wire.firstChunk();
        wire.close();
      }
    }
    const body = new Wire(target.url);
    body.write(
      head({ method: 'POST', path: '/v1/documents', headers: { 'X-API-Key': key, 'Content-Length': 100 } }) + '{',
    );
    await body.opened();
    body.close();
    // Ten more requests: what the hang-ups were to be logged as has been by then.
    for (let n = 0; n < 10; n++) await target.get(`/v1/documents/${large}`, { 'X-API-Key': key });
    const news = () => target.service.lines.slice(before);
    await eventually('logged', 30_000, () => news().filter((line) => line.includes('"status":200')).length >= 10);
    expect(news().filter((line) => /"level":[56]0|"level":"(error|fatal)"/.test(line))).to.deep.equal([]);
  });
});
