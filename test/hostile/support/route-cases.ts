import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Sent } from '../../http/exchange.js';
import type { Description, OperationObject } from '../../http/description.js';
import { allPairs, completed, type Factors, type Row } from './all-pairs.js';
import { membersOf, type Member } from './described-members.js';
import { LINE_MEMBERS, lineLevels } from './lines.js';
import type { DearStore } from './dear-store.js';
import { levelsOf, type Level, type Levels, type Scene } from './levels.js';

export type Factor = { name: string; levels: readonly Level[] };

/** Requests to one route. Any two levels of any two factors meet in one of them. */
export type RouteCase = { name: string; rows: readonly RouteRow[] };
/** `make` also makes what the request needs, such as a document to delete. */
export type RouteRow = {
  name: string;
  make: (scene: Scene) => Promise<Sent>;
  /** Its members are legal, and too much together: it is refused, or as cheap as the others. */
  isRefusable?: boolean;
};

const LINE = /^line (\w+)\.(\w+)/;
const PROXIES = Array.from({ length: 100 }, (_, n) => `2001:db8::${n}`).join(', ');

/** What every route takes, beside what its description names. */
const CODINGS: Factor = {
  name: 'accepts',
  levels: ['identity', 'gzip'].map((coding) => ({ name: coding, value: () => coding })),
};
const METHODS: Factor = {
  name: 'method',
  levels: ['GET', 'HEAD'].map((method) => ({ name: method, value: () => method })),
};
const SENT_CODINGS: Factor = {
  name: 'coding',
  levels: [undefined, 'gzip', 'br'].map((coding) => ({ name: String(coding), value: () => coding })),
};

/** Levels that are refused together, by the factor of each. */
const REFUSED_TOGETHER: readonly (readonly [a: string, levelsA: RegExp, b: string, levelsB: RegExp])[] = [
  ['query q', /absent/, 'query tag', /absent/],
  ...['snippets', 'total', 'facets', 'facet_limit'].map(
    (name) => ['query text', /absent/, `query ${name}`, /^(?!absent)/] as const,
  ),
  ['query text', /absent/, 'query sort', /relevance/],
  ['query text', /^(?!absent)/, 'query offset', /last/],
  ['query text', /^(?!absent)/, 'query cursor', /^(?!absent)/],
  ['query facets', /absent/, 'query facet_limit', /^(?!absent)/],
  // Together with other members they are more than a request's head may have.
  ['query q', /2,000/, 'query tag', /900/],
  // Nothing is counted below more than 10,000 folders.
  ['query recursive', /true/, 'query total', /true/],
  ['query recursive', /true/, 'query facets', /tags/],
  ['query cursor', /of/, 'query offset', /^(?!absent)/],
  ['query cursor', /before$/, 'query sort', /_at/],
  ['query cursor', /time$/, 'query sort', /^(?!-updated_at)/],
  ['query recursive', /true/, 'query folder_id', /absent/],
  ['query recursive', /true/, 'query offset', /^(?!absent|0)/],
  ['body title', /500/, 'body metadata', /tags/],
  ['header If-Match', /^(?!absent)/, 'header If-None-Match', /any/],
  // They have no second part.
  ['query part', /second/, 'path document_id', /image|hosts?$|with metadata/],
  ['query part', /second/, 'path key', /512/],
  ['query part', /second/, 'body blocks', /none|with metadata/],
  ['query part', /second/, 'body content_type', /text/],
];

/** Names of members that have no levels: neither here, nor by what their schema says of their size. */
export function membersWithoutCase(description: Description, operation: OperationObject): string[] {
  const members = membersOf(description, operation);
  const known = members.flatMap((member) => {
    const levels = levelsOf(operation.operationId, member);
    return levels ? [[member.name, levels] as const] : [];
  });
  const covered = new Set(known.flatMap(([name, { covers = [] }]) => [name, ...covers.map((rest) => name + rest)]));
  return members.map(({ name }) => name).filter((name) => !covered.has(name) && !isOfLine(name));
}

function isOfLine(name: string): boolean {
  const [, , member] = LINE.exec(name) ?? [];
  return member !== undefined && LINE_MEMBERS.includes(member);
}

export function casesOf(description: Description): RouteCase[] {
  return description.operations().map(({ method, path, operation }) => {
    const factors = factorsOf(description, operation, method);
    const requests = rowsOf(factors).map((row) => ({
      ...requestOf(method, path, row),
      isRefusable: method === 'PATCH' && keepsTooManyTags(row),
    }));
    return { name: `${method} ${path}`, rows: [...requests, ...tooMuchTogether(method, path, factors)] };
  });
}

function factorsOf(description: Description, operation: OperationObject, method: string): Factor[] {
  const all = membersOf(description, operation);
  const members = all.filter(({ name }) => !LINE.test(name));
  const factors = members.flatMap((member) => {
    const levels = isInside(member, members, operation.operationId)
      ? undefined
      : levelsOf(operation.operationId, member);
    return levels ? [{ name: member.name, levels: levels.levels }] : [];
  });
  const ops = new Set(all.flatMap(({ name }) => LINE.exec(name)?.[1] ?? []));
  const lines = ops.size > 0 ? [{ name: 'lines', levels: [...ops].flatMap(lineLevels) }] : [];
  const isRead = method === 'GET';
  const isJson = operation.requestBody !== undefined;
  // Each line is a request of its own; headers are those of the whole.
  if (lines.length > 0) return lines;
  return [...factors, ...(isRead ? [METHODS, CODINGS] : []), ...(isJson ? [SENT_CODINGS] : [])];
}

/** Whether the levels of another member have it in them. */
function isInside({ name }: Member, members: readonly Member[], operationId: string): boolean {
  return members.some((outer) => {
    const { covers = [] }: Levels = levelsOf(operationId, outer) ?? { levels: [] };
    return covers.some((rest) => outer.name + rest === name);
  });
}

function rowsOf(factors: readonly Factor[]): Record<string, Level>[] {
  const counts = Object.fromEntries(factors.map(({ name, levels }) => [name, levels.length]));
  const named = (row: Row) =>
    Object.fromEntries(
      factors.flatMap(({ name, levels }) => (name in row ? [[name, levels[row[name] as number] as Level]] : [])),
    );
  const isLegal = (row: Row) => isTaken(named(row));
  const rows = [...queriesAlone(counts, isLegal), ...allPairs(counts, isLegal)];
  const byLevels = new Map(rows.map((row) => [factors.map(({ name }) => row[name]).join(), row]));
  return [...byLevels.values()].map(named);
}

/** What one parameter costs may be hidden by another that finds less. */
function queriesAlone(counts: Factors, isLegal: (row: Row) => boolean): Row[] {
  return Object.entries(counts)
    .filter(([name]) => name.startsWith('query '))
    .flatMap(([name, count]) =>
      Array.from({ length: count }, (_, level) => completed({ [name]: level }, counts, isLegal)),
    )
    .filter((row) => row !== undefined);
}

/** The longest title, and each of the metadata that cannot be with it. */
function tooMuchTogether(method: string, path: string, factors: readonly Factor[]): RouteRow[] {
  const first = Object.fromEntries(factors.map(({ name, levels }) => [name, levels[0] as Level]));
  const titles = factors.find(({ name }) => name === 'body title')?.levels ?? [];
  const metadata = factors.find(({ name }) => name === 'body metadata')?.levels ?? [];
  return titles.flatMap((title) =>
    metadata
      .filter((each) => !isTaken({ 'body title': title, 'body metadata': each }))
      .map((each) => ({
        ...requestOf(method, path, { ...first, 'body title': title, 'body metadata': each }),
        isRefusable: true,
      })),
  );
}

function isTaken(row: Readonly<Record<string, Level>>): boolean {
  return !REFUSED_TOGETHER.some(([a, levelsA, b, levelsB]) => {
    const [levelA, levelB] = [row[a], row[b]];
    return levelA && levelB && levelsA.test(levelA.name) && levelsB.test(levelB.name);
  });
}

/** A patch without metadata keeps the tags of the document beside the title that it brings. */
function keepsTooManyTags(row: Readonly<Record<string, Level>>): boolean {
  const isWith = (factor: string, level: RegExp) => level.test(row[factor]?.name ?? '');
  return isWith('path document_id', /tags/) && isWith('body title', /500/);
}

function requestOf(method: string, path: string, row: Readonly<Record<string, Level>>): RouteRow {
  const name = Object.entries(row)
    .filter(([, level]) => level.name !== 'absent')
    .map(([factor, level]) => `${factor}: ${level.name}`)
    .join(', ');
  return { name, make: async (scene) => compose(method, path, { scene, values: await valuesOf(row, scene) }) };
}

async function valuesOf(row: Readonly<Record<string, Level>>, scene: Scene): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const [factor, level] of Object.entries(row)) {
    const value = await level.value(scene);
    if (value !== undefined) values.set(factor, value);
  }
  return values;
}

type Values = { scene: Scene; values: ReadonlyMap<string, unknown> };

function compose(method: string, path: string, { scene, values }: Values): Sent {
  const ofPlace = (storage: string) =>
    [...values].flatMap(([factor, value]) =>
      factor.startsWith(`${storage} `) ? [[factor.slice(storage.length + 1), value] as const] : [],
    );
  let target = path;
  for (const [name, value] of ofPlace('path')) target = target.replace(`{${name}}`, encodeURIComponent(String(value)));
  const query = new URLSearchParams(
    ofPlace('query').map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const accepts = values.get('accepts');
  const headers: Record<string, string | number> = {
    'X-API-Key': scene.store.key,
    'X-Forwarded-For': PROXIES,
    ...(accepts !== undefined && { 'Accept-Encoding': String(accepts) }),
    ...Object.fromEntries(ofPlace('header').map(([name, value]) => [name, String(value)])),
  };
  const text = values.get('lines') ?? (ofPlace('body').length > 0 ? bodyOf(ofPlace('body')) : undefined);
  const sent = { method: String(values.get('method') ?? method), path: query === '' ? target : `${target}?${query}` };
  const file = FILES[`${method} ${path}`]?.(scene.store);
  if (file) return { ...sent, ...withBody(headers, file, values) };
  if (text === undefined) return { ...sent, headers };
  const type = values.has('lines') ? 'application/x-ndjson' : 'application/json';
  return { ...sent, ...withBody(headers, { type, bytes: Buffer.from(String(text)) }, values) };
}

type File = { type: string; bytes: Buffer };

/** Bodies that are no JSON. */
const FILES: Readonly<Record<string, (store: DearStore) => File>> = {
  'PUT /v1/assets/{sha256}': ({ bytes }) => ({ type: 'image/png', bytes }),
  'POST /v1/assets': (store) => formOf(store),
};

/** Five files of 10 MiB: with their heads they are just within the bound. */
function formOf(store: DearStore): File {
  const parts = Array.from({ length: 5 }, (_, n) => {
    store.newAsset();
    const head = `--b\r\nContent-Disposition: form-data; name="${n}.png"; filename="${n}.png"\r\n\r\n`;
    return [Buffer.from(head), store.bytes.subarray(1_000), Buffer.from('\r\n')];
  });
  return { type: 'multipart/form-data; boundary=b', bytes: Buffer.concat([...parts.flat(), Buffer.from('--b--\r\n')]) };
}

function bodyOf(members: readonly (readonly [name: string, value: unknown])[]): string {
  return JSON.stringify(Object.fromEntries(members));
}

const pack: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

function withBody(
  headers: Readonly<Record<string, string | number>>,
  { type, bytes }: File,
  values: ReadonlyMap<string, unknown>,
): Pick<Sent, 'headers' | 'body'> {
  const coding = values.get('coding') as string | undefined;
  const body = coding === undefined ? bytes : (pack[coding] as (bytes: Buffer) => Buffer)(bytes);
  return {
    body,
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': body.length,
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
  };
}
