// Slow: writes hundreds of megabytes.
/** What a write takes on the disk is bounded by what its owner's plan counts of it. */
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { exchange, type Received } from '../http/exchange.js';
import { embeddedStorage } from '../support/modes.js';
import { LONGEST_TITLE, METADATA, TITLE_BESIDE_TAGS } from './support/dear-content.js';
import { ownDescription } from './support/described-routes.js';
import { diskBytes } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { until } from '../support/until.js';

const TEST_MS = 120_000;
const BUSY_MS = 10_000;
/** Pages that these free are there for the others, as in a service that has run for a while. */
const FIRST_WRITES = 5;
const WRITES = 20;
const PER_COUNTED_BYTE = 10;
/** A plan counts requests too: each may take eight pages of the index, however small its body is. */
const PER_COUNTED_REQUEST = 32 * 1024;
const MANY = 10 ** 12;
const PLANS = JSON.stringify({
  counted: { per_minute: 10 ** 9, per_day: 10 ** 9, documents_per_month: 10 ** 9, bytes_per_day: MANY },
});

type Write = { method: string; path: string; body?: string; type?: string };
type Writes = (make: Making) => Promise<Write>;
type Making = { n: number; create: (fields: object) => Promise<string>; createFolder: () => Promise<string> };

const text = JSON.stringify;
const sha256 = (body: string) => createHash('sha256').update(body).digest('hex');
const SMALL = { title: 'x', blocks: [] };
const SHORT_TAGS = Array.from({ length: 1_000 }, (_, n) => String(n));
const SHORT_TAGGED = { title: TITLE_BESIDE_TAGS, blocks: [], metadata: { tags: SHORT_TAGS } };
const TAGGED = { title: TITLE_BESIDE_TAGS, blocks: [], metadata: METADATA.tags() };
/** Too much together: refused, or counted as it is stored. */
const TAGGED_LONG = { ...TAGGED, title: LONGEST_TITLE };
const pathOf = (n: number) => `/growth${n}${'/a'.repeat(98)}`;

/** By operation. What is made for the write is not of the growth. */
const WRITES_OF: Readonly<Record<string, Readonly<Record<string, Writes>>>> = {
  createDocument: {
    small: async () => ({ method: 'POST', path: '/v1/documents', body: text(SMALL) }),
    tagged: async () => ({ method: 'POST', path: '/v1/documents', body: text(TAGGED) }),
    'of short tags': async () => ({ method: 'POST', path: '/v1/documents', body: text(SHORT_TAGGED) }),
    'tagged, of a long title': async () => ({ method: 'POST', path: '/v1/documents', body: text(TAGGED_LONG) }),
    'of a long title': async () => ({
      method: 'POST',
      path: '/v1/documents',
      body: text({ ...SMALL, title: LONGEST_TITLE }),
    }),
  },
  putDocumentByKey: {
    'in 99 new folders': async ({ n }) => put(n, { ...SMALL, folder_path: pathOf(n) }),
    tagged: async ({ n }) => put(n, TAGGED),
  },
  pushVersion: {
    tagged: async ({ create }) => ({
      method: 'POST',
      path: `/v1/documents/${await create(SMALL)}/versions`,
      body: text(TAGGED),
    }),
    'that takes the tags away': async ({ create }) => ({
      method: 'POST',
      path: `/v1/documents/${await create(TAGGED)}/versions`,
      body: text(SMALL),
    }),
  },
  patchDocument: {
    'of a tagged title': async ({ n, create }) => ({
      method: 'PATCH',
      path: `/v1/documents/${await create(TAGGED)}`,
      body: text({ title: `${n}${TITLE_BESIDE_TAGS}`.slice(0, 20) }),
    }),
  },
  restoreVersion: {
    'of a large version': async ({ create }) => restore(await create({ ...SMALL, blocks: [paragraph(1_000_000)] })),
    'of a tagged version': async ({ create }) => restore(await create(TAGGED)),
  },
  deleteDocument: {
    'of a tagged document': async ({ create }) => ({ method: 'DELETE', path: `/v1/documents/${await create(TAGGED)}` }),
  },
  deleteDocumentByKey: {
    'of no document': async ({ n }) => ({ method: 'DELETE', path: `/v1/documents/by-key/none${n}` }),
  },
  putAsset: {
    'of a few bytes': async ({ n }) => ({
      method: 'PUT',
      path: `/v1/assets/${sha256(`asset ${n}`)}`,
      body: `asset ${n}`,
    }),
    'of many bytes': async ({ n }) => {
      const body = `${n}`.padStart(1_000_000, 'x');
      return { method: 'PUT', path: `/v1/assets/${sha256(body)}`, body };
    },
  },
  postAssets: {
    'of 100 of a few bytes': async ({ n }) => ({
      method: 'POST',
      path: '/v1/assets',
      type: 'multipart/form-data; boundary=x',
      body: `${Array.from({ length: 100 }, (_, i) => `--x\r\nContent-Disposition: form-data; name="${i}"\r\n\r\n${n} ${i}\r\n`).join('')}--x--\r\n`,
    }),
  },
  findMissingAssets: {
    'of none': async ({ n }) => ({
      method: 'POST',
      path: '/v1/assets/missing',
      body: text({ ids: [sha256(`none ${n}`)] }),
    }),
  },
  createFolder: {
    'of a long name': async ({ n }) => ({
      method: 'POST',
      path: '/v1/folders',
      body: text({ name: `${n}${'😀'.repeat(250)}` }),
    }),
  },
  patchFolder: {
    'to a long name': async ({ n, createFolder }) => ({
      method: 'PATCH',
      path: `/v1/folders/${await createFolder()}`,
      body: text({ name: `${n}${'😀'.repeat(250)}` }),
    }),
  },
  deleteFolder: {
    'of an empty folder': async ({ createFolder }) => ({
      method: 'DELETE',
      path: `/v1/folders/${await createFolder()}`,
    }),
  },
  bulk: {
    'of 4 tagged documents': async () => ({
      method: 'POST',
      path: '/v1/bulk',
      body: Array.from({ length: 4 }, () => text({ op: 'create', document: TAGGED })).join('\n'),
    }),
    'of 4 paths of new folders': async ({ n }) => ({
      method: 'POST',
      path: '/v1/bulk',
      body: Array.from({ length: 4 }, (_, line) =>
        text({ op: 'put', key: `b${n}-${line}`, document: { ...SMALL, folder_path: pathOf(1_000 + 4 * n + line) } }),
      ).join('\n'),
    }),
  },
};

function typeOf(path: string): string {
  return path === '/v1/bulk' ? 'application/x-ndjson' : 'application/json';
}

function put(n: number, document: object): Write {
  return { method: 'PUT', path: `/v1/documents/by-key/growth${n}`, body: text(document) };
}

function restore(id: string): Write {
  return { method: 'POST', path: `/v1/documents/${id}/versions/1/restore` };
}

function paragraph(length: number): object {
  return {
    type: 'paragraph',
    content: Buffer.from(Array.from({ length }, () => 33 + Math.random() * 90))
      .toString('latin1')
      .replace(/["\\]/g, 'x'),
  };
}

describe('hostile: the growth of the disk', () => {
  let target: HostileTarget;
  // The index takes free pages first: what others have freed would hide what a write takes.
  beforeEach(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: { PLANS } });
  });
  afterEach(() => target.dispose());

  /** What is previewed is stored nowhere. */
  const WRITES_NOTHING = ['previewDocument'];

  it('is looked at for each operation that writes', () => {
    const writing = ownDescription()
      .operations()
      .filter(({ method }) => method !== 'GET')
      .map(({ operation }) => operation.operationId);
    expect([...Object.keys(WRITES_OF), ...WRITES_NOTHING]).to.have.members(writing);
  });

  for (const [operation, byName] of Object.entries(WRITES_OF)) {
    for (const [name, write] of Object.entries(byName)) {
      it(`is bounded by what is counted of ${operation} ${name}`, async function () {
        this.timeout(TEST_MS);
        const { grown, bytes, requests, statuses } = await measure(write);
        const allowed = PER_COUNTED_BYTE * bytes + PER_COUNTED_REQUEST * requests;
        const words = `${grown} bytes on the disk, ${bytes} and ${requests} requests counted: ${(grown / allowed).toFixed(2)} of the bound; answers ${statuses.join(', ')}`;
        process.stdout.write(`      ${words}\n`);
        expect(grown, words).to.be.at.most(allowed);
      });
    }
  }

  type Growth = { grown: number; bytes: number; requests: number; statuses: number[] };

  /** Of several writes, by an owner of their own. */
  async function measure(write: Writes): Promise<Growth> {
    const owner = `grower${Math.random().toString(36).slice(2)}`;
    const key = await target.key({ owner, plan: 'counted' });
    const createFolder = async () => {
      const { text: made } = await send(key, { method: 'POST', path: '/v1/folders', body: text({ name: 'x' }) });
      return (JSON.parse(made) as { id: string }).id;
    };
    const making = (n: number): Making => ({ n, create: (fields) => target.create(key, fields), createFolder });
    const writes: Write[] = [];
    for (let n = 0; n < FIRST_WRITES + WRITES; n++) writes.push(await write(making(n)));
    for (const each of writes.splice(0, FIRST_WRITES)) await send(key, each);
    const before = await counted(key);
    const bytesBefore = await settledBytes();
    const statuses = new Set<number>();
    for (const each of writes) statuses.add((await send(key, each)).status);
    const grown = (await settledBytes()) - bytesBefore;
    const after = await counted(key);
    return {
      grown,
      bytes: before.bytes - after.bytes,
      // Without the look itself.
      requests: before.requests - after.requests - 1,
      statuses: [...statuses],
    };
  }

  /** SQLite's log of writes, which has a bound of its own, is put into the files first. */
  async function settledBytes(): Promise<number> {
    const folder = String(target.env['DATA_DIR']);
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.db') || name === 'owner.db') continue;
      const { connection } = openFile(join(folder, name), { busyMs: BUSY_MS });
      const checkpoint = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
      // A thread may just be reading words of a large version.
      await until(async () => (checkpoint.get() as { busy: number }).busy === 0);
      connection.close();
    }
    return diskBytes(folder);
  }

  function send(key: string, { method, path, body, type = typeOf(path) }: Write): Promise<Received> {
    const headers = {
      'X-API-Key': key,
      ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    };
    return exchange(target.url, { method, path, headers, body });
  }

  /** What is left of the day. */
  async function counted(key: string): Promise<{ bytes: number; requests: number }> {
    const { text: answer } = await target.get('/v1/limits', { 'X-API-Key': key });
    const limits = JSON.parse(answer) as {
      requests: { day: { remaining: number } };
      stored_bytes: { day: { remaining: number } };
    };
    return { bytes: limits.stored_bytes.day.remaining, requests: limits.requests.day.remaining };
  }
});
