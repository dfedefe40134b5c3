/** An index of the release before, which has titles and no times. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { sqliteLibrary } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { quireJson } from '../cli/quire.js';
import { Client, expectStatus } from '../http/client.js';
import { create, push, searchFor, type Found } from '../http/making.js';
import { startApi, type Api } from '../http/suite.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { expectUnavailable } from './rounds.js';

describe('an embedded index of schema 3', () => {
  let storage: TestStorage;
  let api: Api;
  let caller: Client;
  let key: string;
  let ids: string[];
  const lines: string[] = [];

  const start = async () => {
    const write = (line: string) => void lines.push(line);
    const logger = () => pino({ level: 'info', base: null }, { write });
    api = await startApi({ ...storage, dispose: async () => undefined }, { logger });
    caller = new Client(api.url, { 'X-API-Key': key });
  };
  const newestFirst = async () => {
    const answer = await caller.get<{ documents: Found[] }>('/v1/documents?sort=-updated_at');
    return expectStatus(answer, 200).documents.map(({ id }) => id);
  };

  before(async function () {
    this.timeout(60_000);
    storage = await embeddedStorage();
    key = await issueKey(storage.env);
    await start();
    ids = [];
    for (const title of ['b', 'a', 'c']) ids.unshift((await create(caller, { title, metadata: { tags: ['t'] } })).id);
    expect(await newestFirst()).to.deep.equal(ids);
    await api.close();
    makeOlder(String(storage.env['DATA_DIR']));
  });
  after(() => storage.dispose());

  it('is refused by the service, which says what to do', async function () {
    this.timeout(60_000);
    await start();
    expectUnavailable(await caller.get(searchFor({ q: 'a' })));
    await api.close();
    expect(lines.join('')).to.include('the index is of schema 3, not 4: run `quire reindex`');
  });

  it('has a successor by `quire reindex`, from which all orders are answered', async function () {
    this.timeout(60_000);
    await quireJson(storage.env, 'reindex');
    await start();
    expect(await newestFirst()).to.deep.equal(ids);
    await push(caller, String(ids[2]), { title: 'b', metadata: { tags: ['t'] } });
    expect(await newestFirst()).to.deep.equal([ids[2], ids[0], ids[1]]);
    await api.close();
  });
});

function makeOlder(folder: string): void {
  const Database = sqliteLibrary();
  const change = (file: string, sql: string) => {
    const database = new Database(join(folder, file));
    database.exec(sql);
    database.close();
  };
  change('log.db', 'UPDATE indices SET schema = 3');
  const drops = ['folded', 'visibility', 'created', 'updated'].map((name) => `ALTER TABLE heads DROP COLUMN ${name};`);
  const times = "DELETE FROM titles WHERE CAST(folded AS TEXT) GLOB '20??-*Z';";
  for (const file of readdirSync(folder).filter((name) => /^index-\d+\.db$/.test(name)))
    change(file, `${drops.join('')}${times}`);
}
