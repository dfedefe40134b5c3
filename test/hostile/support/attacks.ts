import { brotliCompressSync, gzipSync } from 'node:zlib';
import { newApiKey } from '../../../src/domain/api-key.js';
import { exchange } from '../../http/exchange.js';
import { begunPost, closeAll, head, Wire } from './wire.js';
import { WORST_BODIES } from './worst-bodies.js';

/** What the attacks of one run work with. */
export type AttackTarget = {
  url: string;
  /** Of the hostile owner. */
  key: string;
  /** Public: one of 10 MB, and one that is dear to render. */
  largeId: string;
  dearId: string;
  /** Paths of the attacker's own dear requests, by the attack that asks for them in turn. */
  paths?: Readonly<Record<string, readonly string[]>>;
};

/** One turn of an attack; resolves when what it holds is let go. Failures are the attacker's own affair. */
export type Attack = (at: AttackTarget) => Promise<unknown>;

const HOLD_MS = 1_500;
const LARGE_BYTES = 10_400_000;
const DEAREST = ['runs of 209 digits', 'numbers', 'empty objects', 'escaped quotes', 'lists in objects'] as const;
const FORMS = ['http://', 'https://', 'http://[', '/v1/documents/%zz', '/%'] as const;

const hold = () =>
  new Promise((resolve) => {
    setTimeout(resolve, HOLD_MS);
  });

/** Each is made once: making it takes longer than sending it. */
const packed = new Map<string, Buffer>();

function packedOnce(name: string, pack: () => Buffer): Buffer {
  const known = packed.get(name);
  if (known) return known;
  const made = pack();
  packed.set(name, made);
  return made;
}

const largeText = () =>
  JSON.stringify({ title: 'x', blocks: [{ type: 'paragraph', content: 'x '.repeat(LARGE_BYTES / 2) }] });

/** Connections that have sent so much, and do nothing more for a while. */
export async function holding(url: string, count: number, data: readonly (string | Uint8Array)[]): Promise<void> {
  const wires = Array.from({ length: count }, () => new Wire(url));
  for (const wire of wires) for (const part of data) wire.write(part);
  await hold();
  closeAll(wires);
}

function postPacked({ url, key }: AttackTarget, coding: 'gzip' | 'br', body: Buffer) {
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Content-Encoding': coding,
    'Content-Length': body.length,
  };
  return exchange(url, { method: 'POST', path: '/v1/documents', headers, body });
}

/** Of an owner with a key. */
export const OWNER_ATTACKS: Readonly<Record<string, Attack>> = {
  'streams of gzip without their end': ({ url, key }) => {
    const body = packedOnce('open gzip', () => gzipSync(largeText()));
    const headers = { 'X-API-Key': key, 'Content-Encoding': 'gzip', 'Content-Length': body.length };
    return holding(url, 10, [head({ method: 'POST', path: '/v1/documents', headers }), body.subarray(0, -8)]);
  },
  'bodies that are announced and do not come': ({ url, key }) =>
    holding(url, 26, [begunPost('/v1/documents', key, { length: 10 * 1024 * 1024, sent: '{' })]),
  'bodies that are dear to check': async (at) => {
    for (const name of DEAREST)
      await postPacked(
        at,
        'gzip',
        packedOnce(name, () => gzipSync((WORST_BODIES[name] as () => string)())),
      );
  },
  'few bytes that store many': (at) =>
    postPacked(
      at,
      'br',
      packedOnce('br', () => brotliCompressSync(largeText())),
    ),
  'answers that are not read': ({ url, key, largeId }) =>
    holding(url, 10, [head({ path: `/v1/documents/${largeId}`, headers: { 'X-API-Key': key } }).repeat(10)]),
  'lists and searches, pipelined': ({ url, key }) => {
    const headers = { 'X-API-Key': key };
    return holding(url, 5, [
      (head({ path: '/v1/folders', headers }) + head({ path: '/v1/documents/search?q=x', headers })).repeat(10),
    ]);
  },
};

/** Of somebody without a key. */
export const STRANGER_ATTACKS: Readonly<Record<string, Attack>> = {
  'pages that are not read': ({ url, largeId }) => holding(url, 20, [head({ path: `/d/${largeId}` }).repeat(20)]),
  'pages that are dear': async ({ url, dearId }) => {
    for (const path of [`/d/${dearId}`, `/d/${dearId}?part=2`, `/d/${dearId}?part=3`]) {
      await exchange(url, { method: 'GET', path, headers: {} });
      await exchange(url, { method: 'HEAD', path, headers: {} });
      await exchange(url, { method: 'GET', path, headers: { 'If-None-Match': '*' } });
    }
  },
  'keys that were invented': async ({ url }) => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        exchange(url, { method: 'GET', path: '/v1/folders', headers: { 'X-API-Key': newApiKey() } }),
      ),
    );
  },
  'the description, pipelined': ({ url }) =>
    holding(url, 2, [head({ path: '/openapi.json', headers: { 'Accept-Encoding': 'br' } }).repeat(50)]),
  'connections without a word': ({ url }) => holding(url, 100, []),
  'half headers': ({ url }) => holding(url, 50, ['GET /v1/folders HTTP/1.1\r\nHost: x\r\n']),
  'odd targets': async ({ url }) => {
    for (const path of FORMS) await exchange(url, { method: 'GET', path, headers: {} });
  },
};
