import { randomBase62 } from '../../../src/domain/base62.js';
import { partsOfTitle } from '../oracle/contents.js';
import { digestOf, digestOfSource, NO_FILE, type ShownSource } from '../oracle/files.js';
import type { KeyLook, KeyRecord, KeySight } from '../oracle/key-record.js';
import type { CallAnswer, ClientCall } from './caller.js';
import type { Reader } from './reads.js';
import { documentPath, DOCUMENTS, versionsPath, type WorkerContext } from './worker-context.js';
import { backOff, REPEATS_MS } from './writes.js';
import type { SeededRandom } from '../oracle/seeded-random.js';

type Shown = { id: string; title: string; version: number; created_at: string; source: ShownSource };

/** Fewer than those in which an Idempotency-Key is recognised. */
const MOST_PUTS = 80;

export async function putByKey(worker: WorkerContext, { keyed }: { keyed: boolean }): Promise<void> {
  const record = worker.random.pick(worker.world.byKey);
  if (record.puts.size < MOST_PUTS) await sendPut(worker, record, keyed ? newKey() : {});
}

export async function deleteByKey(worker: WorkerContext): Promise<void> {
  const { world, caller, random } = worker;
  const record = random.pick(world.byKey);
  const call: ClientCall = { method: 'DELETE', path: keyPath(record) };
  const look = record.look();
  record.deletes++;
  const answer = await caller.send(call);
  if (!answer) return;
  world.checked++;
  if (answer.status === 204) return record.end(look);
  // It did not happen.
  record.deletes--;
  if (isMissing(answer)) record.end(look);
  else caller.unexpected(call, answer);
}

/** The document that the key leads to; undefined: none, or no answer. */
export async function readByKey(worker: WorkerContext, record: KeyRecord, read: Reader): Promise<string | undefined> {
  const { world, caller } = worker;
  const call: ClientCall = { method: 'GET', path: keyPath(record) };
  const look = record.look();
  const answer = await read(call);
  if (!answer) return undefined;
  world.checked++;
  if (isMissing(answer)) record.end(look);
  else if (answer.status !== 200) caller.unexpected(call, answer);
  else record.see(look, sightOf({ ...(answer.body as Shown), version: versionOf(answer) }));
  return answer.status === 200 ? (answer.body as Shown).id : undefined;
}

/** While nobody writes: one more PUT settles the key, and then everybody finds one document there, whole. */
export async function auditKeys(worker: WorkerContext, readers: readonly Reader[]): Promise<void> {
  for (const record of worker.world.byKey.filter(({ puts }) => puts.size > 0)) {
    await sendPut(worker, record, newKey());
    for (const read of readers) await auditKey(worker, record, read);
  }
}

/** What was found at the audit is still there. */
export async function auditKeysAgain(worker: WorkerContext, read: Reader): Promise<void> {
  for (const record of worker.world.byKey.filter(({ puts }) => puts.size > 0)) await auditKey(worker, record, read);
}

async function auditKey(worker: WorkerContext, record: KeyRecord, read: Reader): Promise<void> {
  const { world, caller } = worker;
  const id = await readByKey(worker, record, read);
  if (id === undefined) return record.blame('leads to no document');
  const list = await read({ method: 'GET', path: versionsPath(id) });
  const versions = (list?.body as { versions: Shown[] }).versions;
  record.check(
    id,
    versions.map(({ version, title }) => ({ version, word: partsOfTitle(title).word })),
  );
  await auditFiles(worker, record, { id, versions }, read);
  const found = await read({ method: 'GET', path: `${DOCUMENTS}/search?${new URLSearchParams({ q: record.key })}` });
  const ids = (found?.body as { results: Shown[] }).results.map((result) => result.id);
  if (ids.join() !== id) record.blame(`leads to ${id}, and a search finds ${ids.join()}`);
  for (const other of record.lives.keys()) {
    if (other === id) continue;
    const call: ClientCall = { method: 'GET', path: documentPath(other) };
    const answer = await read(call);
    if (answer && !isMissing(answer)) caller.unexpected(call, answer);
  }
  world.checked += 2 + record.lives.size;
}

type KeyedDocument = { id: string; versions: readonly Shown[] };

/** Of the document in a list, and of each version as a reader of files gets it. */
async function auditFiles(
  { world }: WorkerContext,
  record: KeyRecord,
  { id, versions }: KeyedDocument,
  read: Reader,
): Promise<void> {
  for (const { title, version } of versions) {
    const text = record.puts.get(partsOfTitle(title).word);
    const path = version === versions.length ? keyPath(record) : `${versionsPath(id)}/${version}`;
    const file = await read({ method: 'GET', path, headers: { Accept: 'text/markdown' } });
    if (text !== undefined && file?.text !== text) record.blame(`version ${version} is ${file?.text}, not ${text}`);
  }
  const newest = record.puts.get(partsOfTitle(versions.at(-1)?.title ?? '').word);
  const path = `${DOCUMENTS}?${new URLSearchParams({ key_prefix: record.key })}`;
  const { documents } = (await read({ method: 'GET', path }))?.body as { documents: Shown[] };
  const listed = documents.map(({ source }) => digestOfSource(source)).join();
  if (listed !== (newest === undefined ? NO_FILE : digestOf(newest))) record.blame(`is listed with the file ${listed}`);
  world.checked += versions.length + 1;
}

/** With an Idempotency-Key it is sent until it is answered. */
async function sendPut(worker: WorkerContext, record: KeyRecord, headers: Record<string, string>): Promise<void> {
  const { world, caller } = worker;
  const word = world.newWord();
  const { body, file, headers: ofFile } = contentOf(record, word, worker.random);
  record.puts.set(word, file);
  const call: ClientCall = { method: 'PUT', path: keyPath(record), body, headers: { ...ofFile, ...headers } };
  const giveUpAt = performance.now() + REPEATS_MS;
  // A repeat is answered as its first attempt would have been.
  const look = record.look();
  for (let isRepeat = false; ; isRepeat = true) {
    const answer = await caller.send(call);
    if (answer) {
      world.checked++;
      if (!checkPut({ record, word, look, isRepeat }, answer)) caller.unexpected(call, answer);
      return;
    }
    if (!('Idempotency-Key' in headers)) return;
    if (performance.now() > giveUpAt) return record.blame(`a PUT was not answered for ${REPEATS_MS} ms`);
    await backOff(worker);
  }
}

type PutContent = { body: unknown; file?: string; headers?: Record<string, string> };

function contentOf({ key }: KeyRecord, word: string, random: SeededRandom): PutContent {
  const title = `${key} ${word}`;
  const file = `${random.pick(['', '\ufeff'])}# ${title}\r\n\r\n<!-- ${word} -->\r\n* ${word}`;
  return random.pick<PutContent>([
    { body: { title, blocks: [{ type: 'paragraph', content: word }] } },
    { body: { markdown: file }, file },
    { body: file, file, headers: { 'Content-Type': 'text/markdown' } },
  ]);
}

type PutAttempt = { record: KeyRecord; word: string; look: KeyLook; isRepeat: boolean };

/** False: it is an answer that there cannot be. A repeat may find that what it made was deleted. */
function checkPut({ record, word, look, isRepeat }: PutAttempt, { status, body }: CallAnswer): boolean {
  if (status === 409) return isRepeat && record.deletes > 0;
  const shown = body as Shown & { result: string };
  const expected = shown.version === 1 ? [201, 'created'] : [200, 'updated'];
  if ([status, shown.result].join() !== expected.join()) return false;
  const sight = sightOf(shown);
  if (sight.word !== word) record.blame(`a PUT of ${word} was answered with ${sight.word}`);
  record.see(look, sight);
  return true;
}

function sightOf({ id, title, version, created_at: createdAt, source }: Shown): KeySight {
  return { id, version, createdAt, word: partsOfTitle(title).word, source: digestOfSource(source) };
}

/** A tag of a later document of the key names its number, too. */
function versionOf({ headers }: CallAnswer): number {
  return Number(/^"(\d+)(?:\.\d+)?"$/.exec(headers.etag ?? '')?.[1]);
}

function isMissing({ status, body }: CallAnswer): boolean {
  const code = (body as { error?: { code?: string } } | undefined)?.error?.code;
  return status === 404 && code === 'DOCUMENT_NOT_FOUND';
}

function newKey(): Record<string, string> {
  return { 'Idempotency-Key': randomBase62(20) };
}

function keyPath({ key }: KeyRecord): string {
  return `${DOCUMENTS}/by-key/${key}`;
}
