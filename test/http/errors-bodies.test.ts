import { expect } from 'chai';
import { expectError, expectStatus, type Client } from './client.js';
import { textOfBytes } from './making.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeOwnHttp } from './suite.js';
import { until } from '../support/until.js';

const LIMIT = 2_048;

const SMALL = { MAX_BODY_BYTES: String(LIMIT), BODIES_IN_FLIGHT_BYTES: String(4 * LIMIT) };

describeOwnHttp('bodies of a size that an operator has set', { settings: SMALL }, (api) => {
  let alice: Client;
  let bob: Client;
  before(async () => {
    [alice, bob] = [await api.caller(), await api.caller()];
  });

  function open(headers: string[], { path = '/v1/documents', allowHalfOpen = false } = {}): RawConnection {
    const connection = new RawConnection(api.url, { allowHalfOpen });
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: quire',
      `X-API-Key: ${String(alice.headers['X-API-Key'])}`,
      'Content-Type: application/json',
      ...headers,
    ];
    connection.write(`${lines.join('\r\n')}\r\n\r\n`);
    return connection;
  }

  it('may have that size and not a byte more', async () => {
    expectStatus(await alice.postText('/v1/documents', textOfBytes(LIMIT)), 201);
    const refused = await alice.postText('/v1/documents', textOfBytes(LIMIT + 1));
    expect(expectError(refused, 'PAYLOAD_TOO_LARGE')).to.deep.equal({ limit: LIMIT });
  });

  it('are answered without a reset, so that a client which goes on sending can read it', async () => {
    const connection = open(['Transfer-Encoding: chunked', 'Connection: close'], { allowHalfOpen: true });
    const chunk = `400\r\n${' '.repeat(1_024)}\r\n`;
    for (let i = 0; i < 5; i++) connection.write(chunk);
    expect(lastAnswer(await connection.until(/"PAYLOAD_TOO_LARGE".*\}\}/)).status).to.equal(413);
    for (let i = 0; i < 200; i++) await connection.flush(chunk);
    connection.end('0\r\n\r\n');
    await connection.ended();
    expect(connection.faults).to.deep.equal([]);
  });

  it('are 413 by their length alone, before a byte of them is there', async () => {
    const connection = open([`Content-Length: ${LIMIT + 1}`]);
    expect(lastAnswer(await connection.until(/"PAYLOAD_TOO_LARGE".*\}\}/)).status).to.equal(413);
    connection.close();
  });

  it('may come in chunks', async () => {
    const connection = open(['Transfer-Encoding: chunked', 'Connection: close']);
    const body = textOfBytes(1_000);
    for (const part of [body.slice(0, 300), body.slice(300)])
      connection.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    connection.write('0\r\n\r\n');
    expect(await connection.ended()).to.match(/^HTTP\/1\.1 201 /);
  });

  /** Three quarters of what one owner may have under way. */
  const holdRoom = async (): Promise<RawConnection> => {
    const connection = open(['Content-Length: 2000', 'Connection: close']);
    connection.write(textOfBytes(2_000).slice(0, 1_500));
    await until(async () => !(await isAnsweredBefore(alice.postText('/v1/documents', textOfBytes(300)), bob)));
    return connection;
  };

  it('that are too many at once wait for those before them, and other owners do not', async () => {
    const holding = await holdRoom();
    const waiting = alice.postText('/v1/documents', textOfBytes(300));
    expect(await isAnsweredBefore(waiting, bob)).to.equal(false);
    expectStatus(await alice.get('/v1/folders'), 200);
    holding.write(textOfBytes(2_000).slice(1_500));
    expect(await holding.ended()).to.match(/^HTTP\/1\.1 201 /);
    expectStatus(await waiting, 201);
  });

  it('give their room back when their client goes away', async () => {
    const holding = await holdRoom();
    const waiting = alice.postText('/v1/documents', textOfBytes(300));
    expect(await isAnsweredBefore(waiting, bob)).to.equal(false);
    holding.close();
    expectStatus(await waiting, 201);
  });
});

/** Whether an answer comes while another owner is given five, to requests of the same kind one after the other. */
async function isAnsweredBefore(answer: Promise<unknown>, other: Client): Promise<boolean> {
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  for (let n = 0; n < 5 && !isAnswered; n++) expectStatus(await other.postText('/v1/documents', textOfBytes(300)), 201);
  return isAnswered;
}
