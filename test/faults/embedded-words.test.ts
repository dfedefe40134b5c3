import { readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient, type Client } from '../../src/client/client.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

const DOCUMENTS = 300;

describe('words of an embedded index', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let apiKey: string;
  let service: ServiceProcess;
  let client: Client;

  async function start(): Promise<void> {
    service = await startServiceProcess(storage.env);
    client = createClient({ url: service.url, apiKey, retries: { attempts: 1 } });
  }

  before(async () => {
    storage = await embeddedStorage();
    apiKey = await issueKey(storage.env);
    await start();
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  const wordFiles = () => {
    const folder = String(storage.env['DATA_DIR']);
    const names = readdirSync(folder).filter((name) => /^words-\d+\.db$/.test(name));
    return names.map((name) => join(folder, name));
  };

  async function damage(): Promise<void> {
    const [path] = wordFiles() as [string];
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(statSync(path).size, 'x'), 0);
    await file.close();
  }

  const count = async () => (await client.countDocuments({ text: 'resting calmly' })).total;

  it('are whole after the process was killed while it read them', async () => {
    const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
      title: `Still ${n}`,
      blocks: [{ type: 'paragraph' as const, content: 'resting calmly' }],
    }));
    for await (const { status } of client.bulk(documents.map((document) => ({ op: 'create' as const, document }))))
      expect(status).to.equal(201);
    await service.kill();
    await start();
    expect(await count()).to.equal(DOCUMENTS);
  });

  it('are made anew from a file that is damaged, before the start', async () => {
    await service.stop();
    await damage();
    await start();
    expect(await count()).to.equal(DOCUMENTS);
    expect(wordFiles()).to.have.length(1);
  });

  it('are made anew from a file that is damaged while it is searched', async () => {
    await damage();
    await until(async () => (await count().catch(() => 0)) === DOCUMENTS);
    expect(wordFiles()).to.have.length(1);
    const { results } = await client.countDocuments({ text: 'still 299 ' });
    expect(results.map(({ title }) => title)).to.deep.equal(['Still 299']);
  });
});
