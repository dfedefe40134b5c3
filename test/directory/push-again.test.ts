import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { HttpProxy, type Exchange } from '../support/http-proxy.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

const REFUSAL = JSON.stringify({ error: { code: 'INSUFFICIENT_ROLE', message: 'no', details: {} } });

describe('directory: a push after others that ended early', () => {
  let service: RunningService;
  let proxy: HttpProxy;
  let directory: KeptDirectory;
  /** Stands before the requests that have this in their path. */
  let intercept: { path: string; handle: (exchange: Exchange) => Promise<void> };
  before(async () => {
    service = await startService(await embeddedStorage());
    proxy = await HttpProxy.start(service.url, (exchange) =>
      exchange.request.path.includes(intercept.path) ? intercept.handle(exchange) : pass(exchange),
    );
  });
  after(async () => {
    await proxy.close();
    await service.close();
  });
  beforeEach(async () => {
    intercept = { path: '', handle: pass };
    directory = await KeptDirectory.make({ url: proxy.url, key: await service.issueKey() });
    await directory.write({ 'a.md': 'First' });
    await directory.push();
  });
  afterEach(() => directory.dispose());

  async function pass(exchange: Exchange): Promise<void> {
    exchange.answer(await exchange.forward());
  }

  /** Ends before the document is written; gives what would have written it. */
  async function pushEarly(): Promise<Exchange['request']> {
    let asked: Exchange['request'] | undefined;
    const refuse = async (exchange: Exchange) => {
      asked = exchange.request;
      exchange.answer({ status: 403, headers: { 'content-type': 'application/json' }, body: Buffer.from(REFUSAL) });
    };
    intercept = { path: '/v1/bulk', handle: refuse };
    const refused = await directory.push().catch((error: unknown) => String(error));
    expect(refused).to.match(/INSUFFICIENT_ROLE/);
    intercept = { path: '', handle: pass };
    return asked as Exchange['request'];
  }

  function doBefore(path: string, late: Exchange['request']): void {
    const handle = async (exchange: Exchange) => {
      await exchange.forward(late);
      await pass(exchange);
    };
    intercept = { path, handle };
  }

  it('still knows what the document has, however many there were', async () => {
    for (let n = 0; n < 6; n++) {
      await directory.write({ 'a.md': `Changed ${n}` });
      await pushEarly();
    }
    await directory.write({ 'a.md': 'Last' });
    expect(await directory.push()).to.deep.equal(['update a.md']);
  });

  it('knows it, too, if the first of them began without what the directory remembered', async () => {
    await rm(join(directory.root, '.quire'), { recursive: true });
    await directory.write({ 'a.md': 'Changed' });
    await pushEarly();
    expect(await directory.push()).to.deep.equal(['update a.md']);
  });

  it('knows what one of them writes only now', async () => {
    await directory.write({ 'a.md': 'Changed' });
    const late = await pushEarly();
    await directory.write({ 'a.md': 'Last' });
    doBefore('/v1/bulk', late);
    expect(await directory.push()).to.deep.equal(['update a.md']);
    const [document] = (await directory.documents()).values();
    expect(document).to.include({ current_version: 3 });
  });

  it('is not undone by what one of them makes only now', async () => {
    await directory.write({ 'new.md': 'Old' });
    const late = await pushEarly();
    await directory.write({ 'new.md': 'Newest' });
    expect(await directory.push()).to.deep.equal(['create new.md']);
    doBefore('/v1/limits', late);
    await directory.client.getLimits();
    const document = (await directory.documents()).get('handbook/new.md');
    expect(document).to.include({ current_version: 1 });
  });

  it('leaves a document alone that somebody else has made since the list', async () => {
    await directory.write({ 'new.md': 'Mine' });
    const handle = async (exchange: Exchange) => {
      await directory.client.putDocument('handbook/new.md', { title: 'Theirs', blocks: [] });
      await pass(exchange);
    };
    intercept = { path: '/v1/bulk', handle };
    expect(await directory.push()).to.deep.equal(['conflict new.md']);
    const document = (await directory.documents()).get('handbook/new.md');
    expect(document).to.include({ title: 'Theirs', current_version: 1 });
  });

  it('deletes what one of them writes only now', async () => {
    await directory.write({ 'a.md': 'Changed' });
    const late = await pushEarly();
    await directory.remove('a.md');
    doBefore('/by-key/', late);
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['delete a.md']);
    expect(await directory.documents()).to.have.property('size', 0);
  });
});
