/** Markdown that is made to be dear, of about `length` characters. */
export type DearText = readonly [name: string, textOf: (length: number) => string];

export const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

/** What ordinary files have, so that their cost is a measure. */
export function ordinaryText(length: number): string {
  return repeated('- [a](b) *c* `d` **e** <f@g.h>\n  &amp; ![i](j) | k\n\n## l\n\nm [a] n\n\n', length);
}

export const DEFINITIONS = '[^a]: n\n\n[a]: b\n\n';

const withDefinitions = (unit: string): DearText => [
  `definitions and ${JSON.stringify(unit)} again and again`,
  (length) => DEFINITIONS + repeated(unit, length),
];

/** What can be repeated; the combinations of two or three are tried by cost-search.cpu.test.ts. */
export const ATOMS: readonly string[] = [
  ...['[', ']', '[^', '^[', '![', '](', '](b)', '][', ']:', '[a]', '[^a]', '[a](b', '(', ')', '<', '>', '<a ', '</a'],
  ...['<!--', '-->', '<?', '<!A', '<![CDATA[', '="', "='", '*', '_', '**', '~~', '`', '``', '```\n', '&', '&#', '\\'],
  ...['|', '|-', '\n', '\n\n', '\n|-|-\n', '- ', '\n- ', '1. ', '> ', '\n> ', '\n    ', '\n  ', '\t', '#', '\n# '],
  ...['\n---\n', '\n===\n', 'a', ' ', '  \n', '"', "'", 'http://a.b', '@', ':', '[a]: b "', '\n[b]: c', '\n[^b]: '],
  ...['<b@c.d>', '<div>\n', '\u{1F600}', '\n***\n', '~', '<h1>'],
];

const wideTable = `${'|a'.repeat(250)}\n${'|-'.repeat(250)}\n${'|\n'.repeat(250)}\n`;

/** The dearest that a search found, and what it does not find by repetition. */
export const DEAREST_TEXTS: readonly DearText[] = [
  ...['^[', '[^', '![', '[', '[>[a]', '[><!A', '[--><!A', '[\n- >', '[^><!A', '![><!A', '[a][', '[[a](b', '](^['].map(
    withDefinitions,
  ),
  ['brackets that one end closes', (n) => `${DEFINITIONS}${'[^'.repeat(n / 2)}]`],
  ['images in images', (n) => `${DEFINITIONS}${'![ '.repeat(45)}${repeated('*a* ', n)}${'](b)'.repeat(45)}`],
  ['a long address that is used often', (n) => `[a]: ${repeated('b', n / 2)}\n\n${repeated('[a]', n / 2)}`],
  ['blanks after a long line', (n) => `[a]: b\n\n${repeated('a', 4 * n)}[a]${repeated(' ', 4 * n)}\nb`],
  ['blank lines within a list', (n) => `- a${repeated('\n ', 4 * n)}\n\n  b`],
  ['tables whose rows omit their cells', (n) => repeated(wideTable, n)],
  ['quotes in quotes', (n) => repeated(`${'> '.repeat(200)}a\n`, n)],
  ['marks of lists', (n) => repeated('- ', n)],
  ['backticks that nothing closes in links', (n) => `[${repeated('[\\``](b) ![\\``](b)', n)}`],
  ['backticks of all lengths', (n) => Array.from({ length: Math.sqrt(n) }, (_, at) => '`'.repeat(at)).join(' ')],
];
