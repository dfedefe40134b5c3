import { exchange, type Sent } from '../../http/exchange.js';
import type { DearStore } from './dear-store.js';
import type { RouteCase, RouteRow } from './route-cases.js';
import type { WatchedTarget } from './watched-target.js';

export type RowFigures = {
  name: string;
  /** The longest stretch of the main thread: the shortest of the repetitions. */
  stretchMs: number;
  boundMs: number;
  statuses: readonly number[];
  isRefusable: boolean;
};

const BOUND_MS = 50;
/** `JSON.parse` of one body, sent or stored, has no turns. */
const BODY_BOUND_MS = 120;
/** CPU time of the same work differs by so much on a machine that others use. */
const NOISE = 1.2;
const LARGE_BODY_BYTES = 1_000_000;
const REPETITIONS = 3;
/** No collection of garbage takes so many bounds. */
const BEYOND_DOUBT = 10;
/** Pages, and what reads the blocks of a version. */
const READS_BODY = /^\/d\/|^\/v1\/documents\/(?:by-key\/|\w{24}(?:$|\/view|\/versions\/))/;
const READS = ['GET', 'HEAD'];

export const isOver = ({ stretchMs, boundMs }: RowFigures): boolean => stretchMs > NOISE * boundMs;

/**
 * Sends the request, and up to twice more where a stretch is over its bound. What the request itself takes comes each
 * time. A collection of garbage that falls due, or code that is compiled meanwhile, does not come three times, so the
 * best of three is checked. A write between them empties caches of results.
 */
export async function tryRow(watched: WatchedTarget, store: DearStore, row: RouteRow): Promise<RowFigures> {
  const { url } = watched.target;
  const figures = {
    name: row.name,
    stretchMs: Infinity,
    boundMs: 0,
    statuses: [] as number[],
    isRefusable: row.isRefusable ?? false,
  };
  for (let n = 0; n < REPETITIONS; n++) {
    await store.create({});
    const sent = await row.make({ store });
    figures.boundMs = hasBody(sent) ? BODY_BOUND_MS : BOUND_MS;
    const stretchMs = await watched.longestDuring(async () => {
      figures.statuses.push((await exchange(url, sent)).status);
    });
    figures.stretchMs = Math.min(figures.stretchMs, stretchMs);
    if (!isOver(figures) || stretchMs > BEYOND_DOUBT * figures.boundMs) break;
  }
  return figures;
}

function hasBody({ method, path, headers, body }: Sent): boolean {
  if ((body?.length ?? 0) >= LARGE_BODY_BYTES || 'Content-Encoding' in headers) return true;
  return READS_BODY.test(path) && (READS.includes(method) || path.endsWith('/restore'));
}

export function inWords({ name, stretchMs, boundMs, statuses }: RowFigures): string {
  return `${stretchMs.toFixed(0)} ms, not ${boundMs}, answered with ${statuses.join(', ')}: ${name}`;
}

/** One row after the other; raises in time, as mocha's own limit would leave requests running beside the next case. */
export async function tryRows(
  watched: WatchedTarget,
  store: DearStore,
  { rows, name }: RouteCase,
  withinMs: number,
): Promise<RowFigures[]> {
  const endsAt = performance.now() + withinMs;
  const tried: RowFigures[] = [];
  for (const row of rows) {
    if (performance.now() > endsAt) break;
    tried.push(await tryRow(watched, store, row));
  }
  show(name, tried);
  const untried = rows.length - tried.length;
  if (untried > 0) throw new Error(`${untried} requests were not tried in time; over the bound: ${over(tried)}`);
  return tried;
}

function over(tried: readonly RowFigures[]): string {
  return tried.filter(isOver).map(inWords).join('; ');
}

/** How near to the bound a route is. */
function show(name: string, tried: readonly RowFigures[]): void {
  const [dearest] = [...tried].sort((a, b) => b.stretchMs / b.boundMs - a.stretchMs / a.boundMs);
  process.stdout.write(`      ${name}: ${tried.length} requests, at most ${dearest ? inWords(dearest) : '-'}\n`);
}
