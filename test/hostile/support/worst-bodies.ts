import { MIB } from './figures.js';

/** Bytes of a body at most, by default. */
const BODY_BYTES = 10 * MIB;
/** JSON values of a body at most. */
export const MOST_VALUES = 500_000;

const START = '{"title":"x","blocks":[],"pad":';
/** The document itself, its title, its blocks and the padding. */
const OTHER_VALUES = 4;

/** Plain paragraphs of 216 characters: what everything else is held against. */
export function plainBody(): string {
  const paragraph = JSON.stringify({ type: 'paragraph', content: 'Some plain words of prose. '.repeat(8) });
  const count = Math.floor((BODY_BYTES - 100) / (paragraph.length + 1));
  return `{"title":"x","blocks":[${new Array(count).fill(paragraph).join(',')}]}`;
}

/** Legal bodies of 10 MiB, or of as many values as there may be, that take the most to check; by name. */
export const WORST_BODIES: Readonly<Record<string, () => string>> = {
  'runs of 209 digits': () => padded(filled('1'.repeat(209))),
  'a large number before empty lists': () => padded(`["1e100",${manyOf('[]', MOST_VALUES - OTHER_VALUES - 2)}]`),
  'half a surrogate pair at the end': () => padded(`[${manyOf('""', MOST_VALUES - OTHER_VALUES - 2)},"\\ud83d"]`),
  'surrogate pairs as escapes': () => padded(`"${'\\ud83d\\ude00'.repeat(Math.floor(BODY_BYTES / 12) - 10)}"`),
  'distinct keys': () => padded(`{${distinctKeys(MOST_VALUES - OTHER_VALUES - 1)}}`),
  'distinct keys and a large number': () => padded(`{"n":1e100,${distinctKeys(MOST_VALUES - OTHER_VALUES - 2)}}`),
  escapes: () => padded(`"${'\\\\'.repeat(BODY_BYTES / 2 - 40)}"`),
  'escaped quotes': () => padded(`"${'\\"'.repeat(BODY_BYTES / 2 - 40)}"`),
  'empty lists': () => padded(`[${manyOf('[]', MOST_VALUES - OTHER_VALUES - 1)}]`),
  'empty objects': () => padded(`[${manyOf('{}', MOST_VALUES - OTHER_VALUES - 1)}]`),
  'lists in lists': () =>
    padded(`[${manyOf(`${'['.repeat(60)}${']'.repeat(60)}`, Math.floor(MOST_VALUES / 60) - 10)}]`),
  numbers: () => padded(`[${manyOf('1.7976931348623157e308', 450_000)}]`),
  'text of two bytes a character': () => padded(`"${'é'.repeat(BODY_BYTES / 2 - 40)}"`),
  'text of three bytes a character': () => padded(`"${'語'.repeat(Math.floor(BODY_BYTES / 3) - 40)}"`),
  'text that V8 keeps as two bytes a character': () => padded(`"語${'x'.repeat(BODY_BYTES - 100)}"`),
  'white space': () => padded(`[${' '.repeat(BODY_BYTES - 100)}]`),
  'blocks that are wrong': () => `{"title":"x","blocks":[${manyOf('{"type":"none","content":5}', 10_000)}]}`,
  'blocks with metadata': () => `{"title":"x","blocks":[${manyOf(blockWithMetadata(), 4_500)}]}`,
  'lists in objects': () => padded(`[${manyOf('{"k":[{}]}', 166_000)}]`),
  'more values than there may be': () => padded(`[${manyOf('[]', Math.floor(BODY_BYTES / 3) - 40)}]`),
};

const NAMES_IN_BLOCK = 1_000;

/** Legal creates whose content takes the most to mark where they carry an Idempotency-Key; by name. */
export const WORST_KEYED_BODIES: Readonly<Record<string, () => string>> = {
  'plain text': () =>
    JSON.stringify({
      title: 'x',
      blocks: [{ type: 'paragraph', content: 'Some plain words of prose. '.repeat(380_000) }],
    }),
  'blocks with 1,000 names': () => withBlocks(new Array(199).fill(mixedNames(NAMES_IN_BLOCK))),
  'blocks with names of their own': () =>
    withBlocks(Array.from({ length: 38 }, (_, n) => mixedNames(NAMES_IN_BLOCK, n))),
  'lists of names that grow': () => withBlocks(Array.from({ length: 625 }, (_, n) => mixedNames(n + 1))),
  'blocks with 40 names': () => withBlocks(new Array(4_500).fill(mixedNames(40))),
  'objects with a name of their own': () => withBlocks([`{"k":[${distinctObjects(39_000)}]}`]),
  'many objects with one name': () => withBlocks([`{"k":[${manyOf('{"k":[{}]}', 160_000)}]}`]),
  'empty lists': () => withBlocks([`{"k":[${manyOf('[]', MOST_VALUES - 20)}]}`]),
  numbers: () => withBlocks([`{"k":[${manyOf('1.7976931348623157e308', 450_000)}]}`]),
  'distinct names': () => withBlocks([`{${distinctKeys(39_000)}}`]),
  'lists in lists': () =>
    withBlocks([`{"k":[${manyOf(`${'['.repeat(50)}${']'.repeat(50)}`, MOST_VALUES / 50 - 10)}]}`]),
};

function withBlocks(metadata: readonly string[]): string {
  return `{"title":"x","blocks":[${metadata.map((each) => `{"type":"divider","content":"","metadata":${each}}`).join(',')}]}`;
}

/** In no order, and none of them a number; those of another `kind` are others. */
function mixedNames(count: number, kind = 0): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${(n * 7_919) % 10_007}of the block ${kind}, a longer one":1`).join(',')}}`;
}

function distinctObjects(count: number): string {
  return Array.from({ length: count }, (_, n) => `{"k${n.toString(36)}":0}`).join(',');
}

function padded(pad: string): string {
  return `${START}${pad}}`;
}

function filled(value: string): string {
  return `[${manyOf(value, Math.floor((BODY_BYTES - 100) / (value.length + 1)))}]`;
}

function manyOf(value: string, count: number): string {
  return `${`${value},`.repeat(count - 1)}${value}`;
}

function distinctKeys(count: number): string {
  return Array.from({ length: count }, (_, n) => `"k${n.toString(36)}":0`).join(',');
}

function blockWithMetadata(): string {
  const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key${n}`, 'some text']));
  return JSON.stringify({ type: 'paragraph', content: 'x', metadata });
}
