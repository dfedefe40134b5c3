import { hash } from 'node:crypto';
import { expect } from 'chai';
import { startQuire } from '../cli/quire.js';
import { HttpProxy, type Exchange, type Handler } from '../support/http-proxy.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

const sha = (text: string) => hash('sha256', text, 'hex');
const FILES = { 'a.md': '![x](x.png) ![y](y.png)', 'x.png': 'X', 'y.png': 'Y' };
const WHOLE = { 'x.png': sha('X'), 'y.png': sha('Y') };

describe('directory: files beside documents, and what goes wrong on the way', () => {
  let service: RunningService;
  let key: string;
  let directory: KeptDirectory;
  let proxy: HttpProxy;
  let handle: Handler;
  let asked: string[];
  before(async () => {
    service = await startService(await embeddedStorage());
    proxy = await HttpProxy.start(service.url, (exchange) => {
      asked.push(`${exchange.request.method} ${exchange.request.path}`);
      return handle(exchange);
    });
  });
  after(async () => {
    await proxy.close();
    await service.close();
  });
  beforeEach(async () => {
    asked = [];
    handle = pass;
    key = await service.issueKey();
    directory = await KeptDirectory.make({ url: proxy.url, key });
    await directory.write(FILES);
  });
  afterEach(() => directory.dispose());

  const pass = async (exchange: Exchange) => exchange.answer(await exchange.forward());
  const assetsOf = async () => (await directory.client.getDocumentByKey('handbook/a.md')).assets;
  const uploads = () => asked.filter((each) => each.startsWith('PUT /v1/assets/')).length;

  it('are sent once, before their documents', async () => {
    await directory.push();
    const order = asked.map((each) => /assets|bulk/.exec(each)?.[0]).filter((each) => each !== undefined);
    expect(order).to.deep.equal(['assets', 'assets', 'assets', 'bulk']);
    await directory.push();
    expect(uploads()).to.equal(2);
  });

  it('are sent again where an answer was lost', async () => {
    const lost = new Set<string>();
    handle = async (exchange) => {
      const answer = await exchange.forward();
      const { method, path } = exchange.request;
      const isLost = path.startsWith('/v1/assets/') && !lost.has(`${method} ${path}`);
      lost.add(`${method} ${path}`);
      if (isLost) exchange.reset();
      else exchange.answer(answer);
    };
    expect(await directory.push()).to.deep.equal(['create a.md']);
    expect(uploads()).to.equal(4);
    expect(await assetsOf()).to.deep.equal(WHOLE);
  });

  it('are there for the next push after one that was killed before its documents', async () => {
    const env = { HOME: directory.root, QUIRE_URL: proxy.url, QUIRE_API_KEY: key };
    const push = startQuire(env, 'push', directory.root, '--to', '/handbook');
    handle = async (exchange) => {
      if (exchange.request.path === '/v1/bulk') push.kill('SIGKILL');
      else await pass(exchange);
    };
    expect((await push.ended).code).to.equal(null);
    handle = pass;
    expect(await directory.documents()).to.have.property('size', 0);
    expect(await directory.push()).to.deep.equal(['create a.md']);
    expect(uploads()).to.equal(2);
    expect(await assetsOf()).to.deep.equal(WHOLE);
  });

  it('are sent and named once more where the service has removed them meanwhile', async () => {
    let asking = 0;
    handle = async (exchange) => {
      const isFirst = exchange.request.path === '/v1/assets/missing' && ++asking === 1;
      const answer = await exchange.forward();
      if (isFirst) exchange.answer({ ...answer, body: Buffer.from('{"missing":[]}') });
      else exchange.answer(answer);
    };
    expect(await directory.push()).to.deep.equal(['create a.md']);
    expect(await assetsOf()).to.deep.equal(WHOLE);
    expect(await directory.push()).to.deep.equal([]);
  });

  it('that change while they are pushed are pushed as they are then', async () => {
    handle = async (exchange) => {
      if (exchange.request.path === '/v1/assets/missing') await directory.write({ 'x.png': 'X, changed' });
      await pass(exchange);
    };
    expect(await directory.push()).to.deep.equal(['create a.md']);
    expect(await assetsOf()).to.deep.equal({ ...WHOLE, 'x.png': sha('X, changed') });
    expect(await directory.push()).to.deep.equal([]);
  });

  it('are not written over files that were made here during the pull', async () => {
    await directory.push();
    const other = await directory.at(proxy.url);
    await other.write({ 'a.md': 'of before, ![x](x.png)' });
    handle = async (exchange) => {
      if (exchange.request.path.startsWith('/v1/documents/')) await other.write({ 'x.png': 'mine' });
      await pass(exchange);
    };
    expect(await other.pull()).to.deep.equal(['conflict a.md']);
    await other.write({ 'a.md': FILES['a.md'] });
    await other.remove('x.png');
    expect(await other.pull()).to.deep.equal(['conflict x.png']);
    expect([await other.read('x.png'), await other.read('y.png')]).to.deep.equal(['mine', 'Y']);
    await other.dispose();
  });

  it('that the service refuses fail their documents alone', async () => {
    await directory.write({ 'b.md': 'B' });
    const error = { code: 'PAYLOAD_TOO_LARGE', message: 'too large', details: {}, request_id: 'r' };
    const refusal = { status: 413, headers: {}, body: Buffer.from(JSON.stringify({ error })) };
    handle = async (exchange) => {
      if (exchange.request.path.endsWith(sha('X'))) exchange.answer(refusal);
      else await pass(exchange);
    };
    expect(await directory.push()).to.deep.equal(['create b.md', 'fail a.md']);
    const [failed] = directory.outcomes.filter(({ action }) => action === 'fail');
    expect(failed?.reason).to.equal('the service does not take x.png');
  });
});
