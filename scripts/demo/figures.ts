import type { SearchKind, SearchTimes } from './time-searches.js';

/** What one run did and how fast. */
export interface Figures {
  readonly documents: number;
  /** Versions written, first ones included. */
  readonly versions: number;
  readonly folders: number;
  readonly blocks: number;
  readonly bytes: number;
  /** Of the writing alone. */
  readonly seconds: number;
  /** Creates and pushes that were acknowledged, a second of the writing. */
  readonly writesPerSecond: number;
  /** Requests that had to be sent again. */
  readonly repeats: number;
  /** Files that do not fit into a document. */
  readonly unfit: readonly string[];
  readonly search: Readonly<Record<SearchKind, SearchTimes>>;
  readonly readBackSeconds: number;
  /** Documents that came back equal in every respect. */
  readonly verified: number;
  readonly differences: number;
  readonly firstDifferences: readonly string[];
}

const KINDS: readonly SearchKind[] = ['prefix', 'tag', 'folder'];

/** One line of JSON, times in seconds and milliseconds, without the examples. */
export function asJson(figures: Figures): string {
  const search = Object.fromEntries(
    KINDS.map((kind) => {
      const { count, p50, p95 } = figures.search[kind];
      return [kind, { count, p50: round(p50), p95: round(p95) }];
    }),
  );
  return JSON.stringify({
    ...figures,
    seconds: round(figures.seconds),
    writesPerSecond: round(figures.writesPerSecond),
    readBackSeconds: round(figures.readBackSeconds),
    unfit: figures.unfit.length,
    search,
  });
}

/** For people: what was written, the times of searches with examples, and whether everything came back. */
export function asText(figures: Figures): string {
  const lines = [
    ...writingLines(figures),
    '',
    ...searchLines(figures),
    '',
    ...exampleLines(figures),
    '',
    ...verdictLines(figures),
  ];
  return lines.join('\n');
}

function writingLines(figures: Figures): string[] {
  const { documents, versions, folders, blocks, bytes, seconds, writesPerSecond, repeats, unfit } = figures;
  const revised = versions - documents;
  return [
    `Written     ${documents} documents in ${folders} folders, ${revised} of them with a second version`,
    `            ${blocks} blocks, ${(bytes / 1e6).toFixed(1)} MB`,
    `            ${seconds.toFixed(1)} s, ${writesPerSecond.toFixed(0)} writes/s` +
      (repeats > 0 ? `, ${repeats} requests sent again` : ''),
    ...unfit.map((reason) => `Left out    ${reason}`),
  ];
}

function searchLines({ search }: Figures): string[] {
  const rows = KINDS.map((kind) => {
    const { count, p50, p95 } = search[kind];
    return columns(`by ${kind}`, String(count), `${p50.toFixed(1)} ms`, `${p95.toFixed(1)} ms`);
  });
  return [columns('Searches', 'number', 'p50', 'p95'), ...rows];
}

function columns(name: string, ...values: string[]): string {
  return name.padEnd(12) + values.map((value) => value.padStart(10)).join('');
}

function exampleLines({ search }: Figures): string[] {
  const examples = KINDS.flatMap((kind) => search[kind].examples);
  const rows = examples.map(({ what, results, milliseconds, firstTitle }) =>
    exampleLine([what, atMost50(results), `${milliseconds.toFixed(1)} ms`, firstTitle]),
  );
  return [exampleLine(['Examples', 'results', 'time', 'first title']), ...rows];
}

function exampleLine([what, results, time, title]: readonly [string, string, string, string]): string {
  return `${fit(what, 34)} ${results.padStart(7)} ${time.padStart(9)}  ${fit(title, 40)}`.trimEnd();
}

/** A page has no total: a full one may be the first of many. */
function atMost50(results: number): string {
  return results >= 50 ? '50+' : String(results);
}

/** One line of exactly this many characters; titles are anybody's text, so control characters do not pass. */
function fit(text: string, width: number): string {
  const characters = Array.from(text.replace(/\p{C}/gu, ' '));
  const cut = characters.length > width ? [...characters.slice(0, width - 1), '…'] : characters;
  return cut.join('') + ' '.repeat(width - cut.length);
}

function verdictLines(figures: Figures): string[] {
  const { documents, verified, differences, firstDifferences } = figures;
  const seconds = figures.readBackSeconds.toFixed(1);
  const verdict = `Read back   ${verified} of ${documents} documents equal in ${seconds} s`;
  if (differences === 0) return [`${verdict}, every version and block as it was sent`];
  return [verdict, `Differences ${differences}, the first:`, ...firstDifferences.map((line) => `  ${line}`)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
