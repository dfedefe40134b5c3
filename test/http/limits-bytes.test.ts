import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { listVersions, restoreOf, unique, versionsOf, textOfBytes } from './making.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeHttp } from './suite.js';

const LIMIT = 2_000;
const BEYOND_ANY_BODY = 100 * 1024 * 1024;

type Window = { remaining: number };
type Left = { stored_bytes: { day: { remaining: number | null } }; requests: { minute: Window; day: Window } };

async function left(client: Client): Promise<Left['stored_bytes']['day']> {
  return expectStatus(await client.get<Left>('/v1/limits'), 200).stored_bytes.day;
}

async function limitsLeft(client: Client): Promise<{ bytes: number; minute: number; day: number }> {
  const { stored_bytes: bytes, requests } = expectStatus(await client.get<Left>('/v1/limits'), 200);
  return { bytes: bytes.day.remaining as number, minute: requests.minute.remaining, day: requests.day.remaining };
}

/** Raises unless exactly so many bytes may be stored yet: told by requests that are no JSON and store nothing. */
async function expectLeft(client: Client, bytes: number): Promise<void> {
  const ask = (length: number) => client.postText('/v1/documents', ' '.repeat(length));
  expectStatus(await ask(bytes), 400);
  expect(expectError(await ask(bytes + 1), 'RATE_LIMITED')).to.deep.equal({ window: 'bytes' });
}

describeHttp('the limit of bytes a day', (api) => {
  let alice: Client;
  let documentId: string;
  /** Of the limit, after the document was made. */
  const LEFT = LIMIT - 100;

  beforeEach(async () => {
    alice = await api.caller({ plan: 'two-thousand-bytes' });
    const made = await alice.postText<{ id: string }>('/v1/documents', textOfBytes(100));
    documentId = expectStatus(made, 201).id;
  });

  const pushText = (body: string | Uint8Array, headers = {}): Promise<Answer> =>
    alice.postText(versionsOf(documentId), body, headers);
  const raw = (headers: string) => {
    const connection = new RawConnection(api.url);
    connection.write(
      `POST ${versionsOf(documentId)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `X-API-Key: ${String(alice.headers['X-API-Key'])}\r\n${headers}\r\n\r\n`,
    );
    return connection;
  };

  it('refuses what stores more, says when it ends, and leaves reads and deletions alone', async () => {
    expectStatus(await pushText(textOfBytes(LEFT)), 201);
    const refused = [
      await alice.post('/v1/documents', { title: 't', blocks: [] }),
      await pushText(textOfBytes(100)),
      await alice.post('/v1/folders', { name: 'f' }),
      await alice.post(restoreOf(documentId, 1)),
      await alice.patch(`/v1/documents/${documentId}`, { title: 'u' }),
    ];
    for (const answer of refused) {
      expect(expectError(answer, 'RATE_LIMITED')).to.deep.equal({ window: 'bytes' });
      expect(Number(header(answer, 'Retry-After'))).to.be.within(86_300, 86_400);
    }
    expect((await listVersions(alice, documentId)).current_version).to.equal(2);
    expectStatus(await alice.get('/v1/folders'), 200);
    expectStatus(await alice.delete(`/v1/documents/${documentId}`), 204);
  });

  it('leaves the headers of the rate to the minute, whose requests it does not count', async () => {
    const remaining = (answer: Answer) => Number(header(answer, 'X-RateLimit-Remaining'));
    const before = remaining(await alice.get('/v1/folders'));
    const asked = Date.now() / 1_000;
    const refused = await pushText(textOfBytes(LEFT + 1));
    expectError(refused, 'RATE_LIMITED');
    expect([header(refused, 'X-RateLimit-Limit'), remaining(refused)]).to.deep.equal(['1000', before]);
    expect(Number(header(refused, 'X-RateLimit-Reset'))).to.be.within(asked, Date.now() / 1_000 + 62);
  });

  it('counts a patch by its body and by the version that it copies', async () => {
    const patch = { metadata: { a: 'x'.repeat(300) } };
    const before = (await left(alice)).remaining as number;
    expectStatus(await alice.patch(`/v1/documents/${documentId}`, patch), 200);
    expect(before - ((await left(alice)).remaining as number)).to.be.within(400, 1_000);
  });

  it('counts creates, pushes and folders by the length of their bodies', async () => {
    await expectLeft(alice, LEFT);
    const folder = JSON.stringify({ name: unique() });
    expectStatus(await alice.postText('/v1/folders', folder), 201);
    expectStatus(await alice.postText('/v1/documents', textOfBytes(200)), 201);
    expectStatus(await pushText(textOfBytes(300)), 201);
    await expectLeft(alice, LEFT - folder.length - 500);
  });

  it('is one for all keys of an owner, and not for others', async () => {
    const owner = unique();
    const [one, other] = [
      await api.caller({ owner, plan: 'two-thousand-bytes' }),
      await api.caller({ owner, plan: 'two-thousand-bytes' }),
    ];
    expectStatus(await one.postText('/v1/documents', textOfBytes(700)), 201);
    await expectLeft(other, LIMIT - 700);
    await expectLeft(alice, LEFT);
  });

  it('checks and counts a compressed body by what it holds, not by its length', async () => {
    const gzip = { 'Content-Encoding': 'gzip' };
    const short = gzipSync(textOfBytes(1_500));
    expect(short.length).to.be.below(200);
    expectStatus(await pushText(short, gzip), 201);
    await expectLeft(alice, LEFT - 1_500);
    const long = gzipSync(textOfBytes(LEFT - 1_500), { level: 0 });
    expect(long.length).to.be.above(LEFT - 1_500);
    expectStatus(await pushText(long, gzip), 201);
    expectError(await pushText(short, gzip), 'RATE_LIMITED');
  });

  it('checks a body that says nothing of its length once it was read, and none once it is full', async () => {
    const chunked = async (bytes: number) => {
      const body = textOfBytes(bytes);
      const connection = raw('Connection: close\r\nTransfer-Encoding: chunked');
      connection.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
      return lastAnswer(await connection.ended());
    };
    const refused = await chunked(LEFT + 1);
    expect(refused.status).to.equal(429);
    expect(refused.body).to.have.nested.property('error.details.window', 'bytes');
    await expectLeft(alice, LEFT);
    expect((await chunked(LEFT)).status).to.equal(201);
    expect((await chunked(60)).status).to.equal(429);
  });

  const made = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;
  const atOnce = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask));

  it('is not passed by bodies of stated lengths that come at once', async () => {
    expect(made(await atOnce(20, () => pushText(textOfBytes(600))))).to.equal(3);
    await expectLeft(alice, LEFT - 1_800);
  });

  it('is not passed by compressed bodies that come at once', async () => {
    const body = gzipSync(textOfBytes(1_500));
    const answers = await atOnce(20, () => pushText(body, { 'Content-Encoding': 'gzip' }));
    expect(made(answers)).to.equal(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(answer, 'RATE_LIMITED')).to.deep.equal({ window: 'bytes' });
      expect(Number(header(answer, 'Retry-After'))).to.be.within(86_300, 86_400);
    }
    await expectLeft(alice, LEFT - 1_500);
  });

  it('is not passed by restores and patches that come at once, which are checked by what they copy', async () => {
    expectStatus(await pushText(textOfBytes(640)), 201);
    const restores = await atOnce(10, () => alice.post(restoreOf(documentId, 2)));
    expect(made(restores)).to.equal(1);
    expect(restores.filter(({ status }) => status === 429)).to.have.length(9);
    const { remaining } = await left(alice);
    const patches = await atOnce(10, () => alice.patch(`/v1/documents/${documentId}`, { title: unique() }));
    expect(patches.map(({ status }) => status)).to.deep.equal(new Array(10).fill(429));
    expect((await left(alice)).remaining).to.equal(remaining);
  });

  it('counts the entries of tags in the index, unless the next version has the same ones', async () => {
    const tagged = (title: string, tags: string[]) => ({ title, blocks: [], metadata: { tags } });
    const ask = async (body: object) => {
      const before = (await left(alice)).remaining as number;
      expectStatus(await alice.post(versionsOf(documentId), body), 201);
      return before - ((await left(alice)).remaining as number) - JSON.stringify(body).length;
    };
    expect(await ask(tagged('Ten bytes.', ['a', 'b', 'b']))).to.equal(2 * 2 * (10 + 64));
    expect(await ask(tagged('TEN BYTES.', ['a', 'b']))).to.equal(0);
    expect(await ask(tagged('Ten bytes.', ['a']))).to.equal(2 * (10 + 64));
    expect(await ask({ title: 'Ten bytes.', blocks: [] })).to.equal(0);
  });

  it('counts the folders of a path by what each of them takes', async () => {
    const body = { title: 't', blocks: [], folder_path: `/${unique()}/b/c` };
    const before = await limitsLeft(alice);
    expectStatus(await alice.put(`/v1/documents/by-key/${unique()}`, body), 201);
    const after = await limitsLeft(alice);
    const folders = before.bytes - after.bytes - JSON.stringify(body).length;
    expect(folders).to.be.within(3 * 100, 3 * 450);
    expect([before.minute - after.minute, before.day - after.day]).to.deep.equal([5, 5]);
  });

  it('refuses a stated length beyond what is left before the body comes', async () => {
    const connection = raw(`Content-Length: ${LEFT + 1}`);
    expect(await connection.until(/"window":"bytes"/)).to.match(/^HTTP\/1\.1 429 /);
    connection.close();
  });

  it('leaves a body that is larger than any may be to be refused for that', async () => {
    const connection = raw(`Connection: close\r\nContent-Length: ${BEYOND_ANY_BODY}`);
    expect(await connection.until(/"PAYLOAD_TOO_LARGE"/)).to.match(/^HTTP\/1\.1 413 /);
    connection.close();
  });

  it('counts nothing that was not made', async () => {
    expectStatus(await pushText('{"title":5}'), 400);
    expectStatus(await pushText(textOfBytes(500), { 'If-Match': '"7"' }), 412);
    expectStatus(await alice.postText('/v1/documents/unknown/versions', textOfBytes(500)), 404);
    expectStatus(await alice.delete(`/v1/documents/${documentId}`), 204);
    await expectLeft(alice, LEFT);
  });

  for (const [name, path, body] of [
    ['create', () => '/v1/documents', textOfBytes(400)],
    ['push', () => versionsOf(documentId), textOfBytes(400)],
    ['create of a folder', () => '/v1/folders', JSON.stringify({ name: 'n'.repeat(200) })],
  ] as const) {
    it(`counts a ${name} under an Idempotency-Key once, repeated later or at the same time`, async () => {
      const post = () => alice.postText(path(), body, { 'Idempotency-Key': 'key' });
      const answers = await Promise.all([post(), post(), post(), post()]);
      for (const answer of [...answers, await post()]) expectStatus(answer, 201);
      await expectLeft(alice, LEFT - body.length);
    });
  }

  it('counts a restore by what the version takes that it copies, and a repeat of it not at all', async () => {
    const restore = (key: string, body?: string) =>
      alice.send('POST', restoreOf(documentId, 2), { headers: { 'Idempotency-Key': key }, body });
    expectStatus(await pushText(textOfBytes(260, unique())), 201);
    const fits = async (bytes: number) => (await alice.postText('/v1/documents', ' '.repeat(bytes))).status === 400;
    let left = LEFT - 260;
    for (const key of ['one', 'two']) {
      const answers = await Promise.all([restore(key), restore(key)]);
      for (const answer of [...answers, await restore(key)]) expectStatus(answer, 201);
      const taken = await smallest(1, left, async (bytes) => await fits(left - bytes));
      expect(taken).to.be.within(300, 900);
      left -= taken;
    }
    expect(expectError(await restore('three'), 'RATE_LIMITED')).to.deep.equal({ window: 'bytes' });
    expect(await fits(left)).to.equal(true);
  });

  it('ignores the body of a restore, and so its length', async () => {
    const answer = await alice.send('POST', restoreOf(documentId, 1), { body: ' '.repeat(LIMIT) });
    expectStatus(answer, 201);
  });

  it('does not limit plans that do not say so', async () => {
    const bob = await api.caller();
    for (let i = 0; i < 3; i++) expectStatus(await bob.postText('/v1/documents', textOfBytes(5 * LIMIT)), 201);
  });
});

/** The smallest number from `low` to `high` for which it is so, being so for all above it. */
async function smallest(low: number, high: number, isSo: (number: number) => Promise<boolean>): Promise<number> {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
