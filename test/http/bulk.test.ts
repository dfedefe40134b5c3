import { expect } from 'chai';
import { revokeKey } from '../support/issue-key.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { watchResponses } from '../support/watch-responses.js';
import { BulkStream } from './bulk-stream.js';
import { expectError, linesOf, type Client, type LineAnswer } from './client.js';
import { PortFaults } from './faults.js';
import { content, create, keyPath, push, put, readByKey, unique, unknownId } from './making.js';
import { describeHttp, describeOwnHttp, startApi, type Api } from './suite.js';
import { WrittenLog } from './written-log.js';

/** A body, and four of them at once; one owner's part is one. */
const ROOM = { MAX_BODY_BYTES: '65536', BODIES_IN_FLIGHT_BYTES: '262144' };

const createLine = (overrides: object = {}) => ({ op: 'create', document: content(overrides) });
const text = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
const statuses = (answers: readonly LineAnswer[]) => answers.map(({ status }) => status);

describeHttp('bulk, and the windows', (api) => {
  it('answers 429 to lines of a full window, without parsing them, and the next request as a whole', async () => {
    const limited = await api.caller({ plan: 'three-a-minute' });
    const answers = linesOf(await limited.bulk(text([createLine(), 'x', createLine(), 'x', createLine()])));
    expect(statuses(answers)).to.deep.equal([201, 400, 201, 429, 429]);
    for (const { error, ended } of answers.slice(3)) {
      const { window, retry_after: after } = error?.details ?? {};
      expect([error?.code, window, ended]).to.deep.equal(['RATE_LIMITED', 'minute', undefined]);
      expect(after).to.be.within(1, 60);
    }
    expect(expectError(await limited.bulk(text([createLine()])), 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
  });

  it('ends after a thousand refused lines in a row, and says where', async () => {
    const limited = await api.caller({ plan: 'three-a-minute' });
    const refused = Array.from({ length: 2_000 }, () => 'x');
    const answers = linesOf(await limited.bulk(text([createLine(), ...refused])));
    expect(answers).to.have.length(1_004);
    expect(answers.slice(3, -1).every(({ status, ended }) => status === 429 && ended === undefined)).to.equal(true);
    expect(answers.at(-1)).to.deep.include({ line: 1_004, status: 429, ended: true });
    expect(answers.at(-1)?.error?.details).to.include({ window: 'minute' });
  });

  it('does not end after exactly a thousand', async () => {
    const limited = await api.caller({ plan: 'three-a-day' });
    const answers = linesOf(await limited.bulk(text(Array.from({ length: 1_003 }, () => 'x'))));
    expect(answers).to.have.length(1_003);
    expect(answers.at(-1)).not.to.have.property('ended');
    expect(answers.at(-1)?.error?.details).to.include({ window: 'day' });
  });

  it('checks lines that store by the window of bytes, and leaves deletions alone', async () => {
    const bounded = await api.caller({ plan: 'two-thousand-bytes' });
    const { id } = await create(bounded);
    const lineOf = (words: number) =>
      createLine({ title: 't', blocks: [{ type: 'quote', content: 'x'.repeat(words) }] });
    const fill = lineOf(1_990 - (await storedBy(bounded)) - JSON.stringify(lineOf(0)).length);
    const lines = [fill, lineOf(0), 'x', { op: 'delete', id }, lineOf(0), { op: 'delete', id: unknownId() }];
    const stream = new BulkStream(bounded);
    const answers: (LineAnswer | undefined)[] = [];
    for (const line of lines) answers.push(await stream.ask(typeof line === 'string' ? `${line}\n` : line));
    stream.end();
    expect(answers.map((answer) => answer?.status)).to.deep.equal([201, 429, 400, 204, 429, 404]);
    expect(answers[1]?.error?.details['window']).to.equal('bytes');
    expect(answers[1]?.error?.details['retry_after']).to.be.within(1, 86_400);
  });

  it('counts the documents of a month', async () => {
    const bounded = await api.caller({ plan: 'two-documents' });
    const answers = linesOf(await bounded.bulk(text([createLine(), createLine(), createLine(), createLine()])));
    expect(statuses(answers).sort()).to.deep.equal([201, 201, 403, 403]);
    expect(answers.filter(({ error }) => error?.code === 'QUOTA_EXCEEDED')).to.have.length(2);
  });
});

type BytesLeft = { stored_bytes: { day: { limit: number; remaining: number } } };

async function storedBy(client: Client): Promise<number> {
  const { limit, remaining } = (await client.get<BytesLeft>('/v1/limits')).body.stored_bytes.day;
  return limit - remaining;
}

describeOwnHttp('bulk, with little room', { settings: ROOM }, (api) => {
  it('takes any number of lines that have room one after the other', async () => {
    const line = createLine({ blocks: [{ type: 'quote', content: 'x'.repeat(50_000) }] });
    const answers = linesOf(await (await api.caller()).bulk(text(Array.from({ length: 60 }, () => line))));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 60 }, () => 201));
  });
});

describeHttp('bulk, while it is sent', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('answers each line before the next one comes', async () => {
    const stream = new BulkStream(alice);
    const made = await stream.ask(createLine());
    expect(made).to.deep.include({ line: 1, status: 201 });
    stream.send('{"op":"delete",');
    expect(await stream.ask(`"id":"${made?.body?.id}"}\n`)).to.deep.equal({ line: 2, status: 204 });
    stream.end();
    expect(await stream.next()).to.equal(undefined);
  });

  it('asks a client that waits for permission to send', async () => {
    const stream = new BulkStream(alice, { Expect: '100-continue' });
    await stream.continued();
    expect(await stream.ask(createLine())).to.deep.include({ status: 201 });
    stream.end();
    expect(await stream.rest()).to.deep.equal([]);
  });

  it('ends when the key is revoked', async () => {
    const caller = await api.caller();
    const stream = new BulkStream(caller);
    expect(await stream.ask(createLine())).to.deep.include({ status: 201 });
    await revokeKey(api.storage.env, String(caller.headers['X-API-Key']));
    let last: LineAnswer | undefined;
    await until(async () => {
      last = await stream.ask('x\n');
      return last?.status !== 400;
    });
    expect(last).to.deep.include({ status: 401, ended: true });
    expect(last?.error?.code).to.equal('INVALID_API_KEY');
    expect(await stream.next()).to.equal(undefined);
  });
});

describeModes('http: bulk, and what goes wrong', (makeStorage) => {
  const faults = new PortFaults();
  const log = new WrittenLog();
  let api: Api;
  let closed: Promise<void> | undefined;
  let alice: Client;
  beforeEach(async () => {
    closed = undefined;
    api = await startApi(await makeStorage(), { wrap: faults.wrap, logger: log.logger });
    await api.prepared;
    alice = await api.caller();
  });
  afterEach(() => {
    faults.clear();
    return closed ?? api.close();
  });

  /** Writes of heads wait until the function is called that this gives. */
  function holdHeads(): () => void {
    faults.clear();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    faults.set('index.writeHead', () => held);
    return letGo;
  }

  it('answers 500 and 503 to lines, goes on, and logs one line with their numbers and the first cause', async () => {
    const requestId = unique();
    let calls = 0;
    faults.set('store.create', ([key]) => {
      if (String(key).startsWith('documents/') && ++calls === 1) throw new TypeError('the reason');
    });
    const answers = linesOf(
      await alice.bulk(text([createLine(), 'x', { op: 'delete', id: unknownId() }]), { 'X-Request-Id': requestId }),
    );
    faults.clear();
    expect(statuses(answers)).to.deep.equal([500, 400, 404]);
    const line = await log.ofRequest(requestId);
    expect(line).to.deep.include({
      status: 200,
      route: '/v1/bulk',
      level: 50,
      code: 'INTERNAL_ERROR',
      lines: { '4xx': 2, '5xx': 1 },
    });
    expect(line['cause']).to.match(/TypeError: the reason/);
  });

  it('begins no further line when the connection breaks, and ends the one that was begun', async () => {
    const { id } = await create(alice);
    const requestId = unique();
    const letGo = holdHeads();
    const responses = watchResponses();
    const stream = new BulkStream(alice, { 'X-Request-Id': requestId });
    stream.send(text(Array.from({ length: 20 }, () => ({ op: 'push', id, document: content() }))));
    await until(async () => faults.count('index.writeHead') > 0);
    stream.destroy();
    await until(async () => responses.hasClosed(requestId));
    responses.end();
    letGo();
    expect(await log.ofRequest(requestId)).to.deep.include({ status: 499, lines: { '2xx': 1 } });
    for (let version = 3; version <= 7; version++) expect(await push(alice, id)).to.include({ version });
  });

  it('does not put over the next document of a key that another request has ended and made again', async () => {
    const key = unique();
    const { id } = await put(alice, key, content());
    let isFirst = true;
    let next = '';
    // Is called when the line has found its document, and before it looks for the key again.
    faults.set('index.listFolders', async () => {
      if (!isFirst) return;
      isFirst = false;
      await alice.delete(keyPath(key));
      next = (await put(alice, key, content({ title: 'next' }))).id;
    });
    const line = { op: 'put', id, key, document: content({ folder_path: `/${unique()}` }) };
    const [answer] = linesOf(await alice.bulk(text([line])));
    expect(answer?.error).to.deep.include({ code: 'PRECONDITION_FAILED', details: { current_version: null } });
    expect(await readByKey(alice, key)).to.deep.include({ id: next, title: 'next', current_version: 1 });
  });

  it('takes no further line of those that it has received when the service ends', async () => {
    const { id } = await create(alice);
    const letGo = holdHeads();
    const stream = new BulkStream(alice);
    stream.send(text(Array.from({ length: 200 }, () => ({ op: 'push', id, document: content() }))));
    await until(async () => faults.count('index.writeHead') > 0);
    closed = api.close();
    letGo();
    const answers = await stream.rest();
    const last = answers.pop();
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect(answers.length).to.be.below(100);
    expect(last).to.deep.include({ line: answers.length + 1, status: 503, ended: true });
    await closed;
  });

  it('ends the lines that were begun when the service ends, and says which one was not taken', async () => {
    const stream = new BulkStream(alice);
    expect(await stream.ask(createLine())).to.deep.include({ status: 201 });
    stream.send('\n{"op":"cre');
    closed = api.close();
    const last = await stream.next();
    expect(last).to.deep.include({ status: 503, ended: true });
    expect(last?.line).to.be.within(2, 3);
    expect(last?.error?.details['retry_after']).to.be.at.least(1);
    expect(await stream.next()).to.equal(undefined);
    await closed;
  });
});
