// Slow: rebuilds, while two processes are written to and searched.
import { expect } from 'chai';
import { createClient, type Client } from '../../src/client/client.js';
import { startQuire } from '../cli/quire.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

const STILL = 300;
const MOVING = 40;
const WRITES = rounds(200, 1_000);
const REBUILDS = rounds(2, 6);

describeModes('searches with words, while documents change and the index is rebuilt', (makeStorage) => {
  let storage: TestStorage;
  let services: ServiceProcess[];
  let clients: Client[];
  const paragraph = (content: string) => [{ type: 'paragraph' as const, content }];

  before(async function () {
    this.timeout(120_000);
    storage = await makeStorage();
    // One process has a data folder.
    const count = storage.mode === 'cluster' ? 2 : 1;
    services = await Promise.all(Array.from({ length: count }, () => startServiceProcess(storage.env)));
    const apiKey = await issueKey(storage.env);
    clients = [0, 1].map((n) => createClient({ url: services[n % count]?.url as string, apiKey }));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await storage.dispose();
  });

  it('find each write on another process at once, and always what stays', async function () {
    this.timeout(300_000 + 500 * WRITES);
    const [writer, reader] = clients as [Client, Client];
    const documents = [
      ...Array.from({ length: STILL }, (_, n) => ({ title: `Still ${n}`, blocks: paragraph('resting calmly') })),
      ...Array.from({ length: MOVING }, (_, n) => ({ title: `Moving ${n}`, blocks: paragraph('walking even') })),
    ];
    for await (const line of writer.bulk(documents.map((document) => ({ op: 'create' as const, document })))) {
      expect(line.status).to.equal(201);
    }
    const made = await idsOf(reader, 'walking');
    let isOver = false;
    const until = async (work: (round: number) => Promise<void>): Promise<number> => {
      let round = 0;
      for (; !isOver; round++) await work(round);
      return round;
    };
    const rebuilding = (async () => {
      for (let n = 0; n < REBUILDS; n++) {
        const { code, stderr } = await startQuire(storage.env, 'reindex', '--json').ended;
        expect(code, stderr).to.equal(0);
      }
    })();
    const look = () =>
      until(async () => {
        expect((await idsOf(reader, 'walking')).sort()).to.deep.equal([...made].sort());
        const { total } = await reader.countDocuments({ text: '"resting calmly"' });
        expect(total).to.equal(STILL);
      });
    const all = Promise.all([
      until(async (round) => {
        const id = made[round % MOVING] as string;
        await writer.pushVersion(id, {
          title: `Moving ${round}`,
          blocks: paragraph(`walking ${round % 2 ? 'odd' : 'even'}`),
        });
      }),
      look(),
      // Searches that are under way at the same time.
      ...[look(), look(), look()],
      (async () => {
        for (let n = 0; n < WRITES; n++) {
          const word = `fresh${n}x`;
          const { id } = await writer.createDocument({ title: 'New', blocks: paragraph(`quite ${word}`) });
          expect(await idsOf(reader, word), word).to.deep.equal([id]);
        }
        await rebuilding;
        isOver = true;
      })(),
    ]).finally(() => (isOver = true));
    const [pushes, looks] = await all;
    expect(Math.min(pushes, looks)).to.be.above(10);
  });

  async function idsOf(client: Client, text: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of client.searchDocuments({ text, snippets: 0 })) ids.push(id);
    return ids;
  }
});

describeModes('words of documents that were written without them', (makeStorage) => {
  it('are missing until a rebuild, while all else is found, and are there at once in a data folder', async function () {
    this.timeout(120_000);
    const storage = await makeStorage();
    const apiKey = await issueKey(storage.env);
    const withClient = async (env: Record<string, string>, work: (client: Client) => Promise<void>) => {
      const service = await startServiceProcess({ ...storage.env, ...env });
      await work(createClient({ url: service.url, apiKey })).finally(() => service.stop());
    };
    const find = async (client: Client, query: { text?: string; q?: string }) => {
      const { value } = await client.searchDocuments(query).next();
      return (value as { title?: string } | undefined)?.title;
    };
    const refusal = (client: Client) => find(client, { text: 'calmly' }).catch((error: unknown) => error);
    await withClient({ FULL_TEXT: 'off' }, async (client) => {
      await client.createDocument({ title: 'Still', blocks: [{ type: 'paragraph', content: 'resting calmly' }] });
      expect(await refusal(client)).to.include({ status: 400 });
      expect(await find(client, { q: 'st' })).to.equal('Still');
    });
    await withClient({}, async (client) => {
      if (storage.mode === 'cluster') {
        expect(await refusal(client)).to.deep.include({ status: 503, details: { run: 'quire reindex' } });
        expect(await find(client, { q: 'st' })).to.equal('Still');
        expect((await startQuire(storage.env, 'reindex', '--json').ended).code).to.equal(0);
      }
      expect(await find(client, { text: 'calmly' })).to.equal('Still');
    });
    await storage.dispose();
  });
});
