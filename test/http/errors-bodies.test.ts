import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Answer, type Client } from './client.js';
import { create, versionsOf } from './making.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeHttp, describeOwnHttp } from './suite.js';
import { until } from '../support/until.js';

const LIMIT = 2_048;

/** A document of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const text = (words: string) => JSON.stringify({ title: 't', blocks: [{ type: 'quote', content: words }] });
  return text('x'.repeat(bytes - text('').length));
}

describeHttp('bodies', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  const post = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer<{ id: string }>> =>
    alice.postText('/v1/documents', body, headers);

  it('are 415 with a type that only resembles JSON, or an unknown coding', async () => {
    for (const type of ['text/json', 'application/jsonp', 'x']) {
      expectError(await post(bodyOf(100), { 'Content-Type': type }), 'UNSUPPORTED_MEDIA_TYPE');
    }
    for (const coding of ['compress', 'constructor', '__proto__']) {
      expectError(await post(bodyOf(100), { 'Content-Encoding': coding }), 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  const MALFORMED: [string, string | Uint8Array][] = [
    ['half of an object', '{"a"'],
    ['a comment', '{} // x'],
    ['invalid UTF-8', Buffer.from('{"a":"\xff"}', 'latin1')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['what is no gzip', '\u001f'],
  ];
  for (const [what, body] of MALFORMED) {
    it(`are 400 where they hold ${what}`, async () => {
      expect(expectInvalid(await post(body))).to.deep.equal(['']);
    });
  }

  it('are 400 where they cannot be decompressed', async () => {
    for (const coding of ['gzip', 'deflate', 'br']) {
      expect(expectInvalid(await post('{"no": "coding"}', { 'Content-Encoding': coding }))).to.deep.equal(['']);
    }
  });

  it('are 400 with half of a surrogate pair, escaped in any case, and may have a whole one', async () => {
    expectInvalid(await post('{"title":"x","blocks":[],"unknown":["\\uD83D"]}'));
    expectInvalid(await post('{"title":"x","blocks":[{"type":"quote","content":"\\udfff\\ud800"}]}'));
    expectStatus(await post('{"title":"\\ud83d\\ude00","blocks":[]}'), 201);
  });
});

describeHttp('many small bodies at once', (api) => {
  it('are all read, compressed or not', async () => {
    const alice = await api.caller();
    const body = gzipSync(JSON.stringify({ title: 'small', blocks: [] }));
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => alice.postText('/v1/documents', body, { 'Content-Encoding': 'gzip' })),
    );
    for (const answer of answers) expectStatus(answer, 201);
  });
});

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

  it('may have that size and not a byte more, on every operation that takes one', async () => {
    const { id } = await create(alice);
    for (const path of ['/v1/documents', versionsOf(id)]) {
      expectStatus(await alice.postText(path, bodyOf(LIMIT)), 201);
      expectError(await alice.postText(path, bodyOf(LIMIT + 1)), 'PAYLOAD_TOO_LARGE');
    }
    expectError(await alice.postText('/v1/folders', bodyOf(LIMIT + 1)), 'PAYLOAD_TOO_LARGE');
    expect(expectError(await alice.postText('/v1/folders', ' '.repeat(LIMIT + 1)), 'PAYLOAD_TOO_LARGE')).to.deep.equal({
      limit: LIMIT,
    });
  });

  it('are judged while they are read: one that never ends is 413', async () => {
    const connection = open(['Transfer-Encoding: chunked']);
    for (let i = 0; i < 5; i++) connection.write(`400\r\n${' '.repeat(1_024)}\r\n`);
    const received = await connection.until(/"PAYLOAD_TOO_LARGE".*\}\}/);
    expect(received)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.match(/x-ratelimit-remaining: \d/i);
    connection.close();
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
    const body = bodyOf(1_000);
    for (const part of [body.slice(0, 300), body.slice(300)])
      connection.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    connection.write('0\r\n\r\n');
    expect(await connection.ended()).to.match(/^HTTP\/1\.1 201 /);
  });

  it('that are cut off do no harm', async () => {
    const connection = open(['Content-Length: 500']);
    connection.write('{"title":');
    connection.close();
    await create(alice);
  });

  /** Three quarters of what one owner may have under way. */
  const holdRoom = async (): Promise<RawConnection> => {
    const connection = open(['Content-Length: 2000', 'Connection: close']);
    connection.write(bodyOf(2_000).slice(0, 1_500));
    await until(async () => !(await isAnsweredBefore(alice.postText('/v1/documents', bodyOf(300)), bob)));
    return connection;
  };

  it('that are too many at once wait for those before them, and other owners do not', async () => {
    const holding = await holdRoom();
    const waiting = alice.postText('/v1/documents', bodyOf(300));
    expect(await isAnsweredBefore(waiting, bob)).to.equal(false);
    expectStatus(await alice.get('/v1/folders'), 200);
    holding.write(bodyOf(2_000).slice(1_500));
    expect(await holding.ended()).to.match(/^HTTP\/1\.1 201 /);
    expectStatus(await waiting, 201);
  });

  it('give their room back when their client goes away', async () => {
    const holding = await holdRoom();
    const waiting = alice.postText('/v1/documents', bodyOf(300));
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
  for (let n = 0; n < 5 && !isAnswered; n++) expectStatus(await other.postText('/v1/documents', bodyOf(300)), 201);
  return isAnswered;
}
