import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/stack/project-root.js';
import type { Backends } from '../../src/backends.js';
import { addFolders, addHeads } from '../support/index-helpers.js';
import { describeModes, type Place } from '../support/modes.js';
import { exchange, type Received } from './exchange.js';
import {
  ALLOWED_ORIGIN,
  GOLDEN_FOLDERS,
  GOLDEN_HEADS,
  GOLDEN_OWNER,
  goldenSearches,
  type GoldenSearch,
} from './golden-searches.js';
import { startApi, type Api } from './suite.js';

/** A line for each search, as it was answered. QUIRE_RECORD_SEARCHES=true writes the file anew. */
const FILE = join(projectRoot(), 'test/http/golden-searches.txt');
const DIGEST_LENGTH = 10;
const RECORDED = ['etag', 'content-type', 'vary', 'content-encoding', 'access-control-allow-origin'];

/** Clients keep pages and entity tags, so no change may alter them by accident. */
describeModes('http: the recorded searches', (makePlace) => {
  let callers: Record<GoldenSearch['setting'], Caller>;

  before(async function () {
    this.timeout(60_000);
    callers = {
      CORS: await openCaller(await makePlace(), { CORS_ORIGINS: ALLOWED_ORIGIN }),
      'no CORS': await openCaller(await makePlace(), {}),
    };
  });
  after(async () => {
    for (const { api } of Object.values(callers)) await api.close();
  });

  it('are answered with the same bytes, entity tags and headers, new and kept', async function () {
    this.timeout(60_000);
    const lines: string[] = [];
    for (const search of goldenSearches()) {
      const line = lineOf(search, await ask(callers[search.setting], search));
      expect(lineOf(search, await ask(callers[search.setting], search)), 'asked again').to.equal(line);
      lines.push(line);
    }
    const { mode } = callers.CORS.api.place;
    if (process.env['QUIRE_RECORD_SEARCHES'] === 'true' && mode === 'embedded') {
      await writeFile(FILE, `${lines.join('\n')}\n`);
    }
    const recorded = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
    const different = lines.flatMap((line, n) => (line === recorded[n] ? [] : [{ recorded: recorded[n], now: line }]));
    expect(different).to.deep.equal([]);
    expect(lines.length).to.equal(recorded.length);
  });
});

type Caller = { api: Api; key: string; agent: Agent };

/** The corpus has fixed identifiers and times, so it goes straight into the index. */
async function openCaller(place: Place, settings: Record<string, string>): Promise<Caller> {
  let backends: Backends | undefined;
  const api = await startApi(place, {
    settings: { PUBLIC_URL: 'https://docs.example', ...settings },
    wrap: (real) => (backends = real),
  });
  await api.prepared;
  const { index } = backends as Backends;
  await addFolders(index, GOLDEN_FOLDERS);
  await addHeads(index, GOLDEN_HEADS);
  await index.refresh();
  const { headers } = await api.caller({ owner: GOLDEN_OWNER });
  return { api, key: headers['X-API-Key'] as string, agent: new Agent({ keepAlive: true }) };
}

async function ask({ api, key, agent }: Caller, { method, path, headers, isConditional }: GoldenSearch) {
  const send = (more: Record<string, string> = {}) =>
    exchange(api.url, { method, path, headers: { 'X-API-Key': key, ...headers, ...more } }, agent);
  const answer = await send();
  return isConditional ? send({ 'If-None-Match': answer.headers.etag as string }) : answer;
}

/** Coded bytes depend on the version of zlib, so the decoded ones are compared. */
function lineOf({ setting, method, path, headers, isConditional }: GoldenSearch, answer: Received): string {
  const asked = [setting, method, path.slice(path.indexOf('?')), JSON.stringify(headers), isConditional ? '304' : ''];
  const told = RECORDED.map((name) => String(answer.headers[name] ?? '-'));
  const digest = createHash('sha256').update(answer.text).digest('base64url').slice(0, DIGEST_LENGTH);
  return [...asked, answer.status, ...told, digest].join(' | ');
}
