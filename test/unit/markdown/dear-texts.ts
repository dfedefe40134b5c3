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

const NESTED_NOTES = Array.from({ length: 15 }, (_, depth) => `${' '.repeat(4 * depth)}!!! note\n`).join('');

/** What pages alone find in a text. */
export const DEAREST_PAGES: readonly DearText[] = [
  ...[
    ':::\n',
    '::: a\n',
    '::: a\nb\n:::\n',
    '- ::: a\n  b\n',
    '!!! a\n    b\n',
    'a\n!!! b "c" d\n',
    '??? a\n',
    '=== "a"\n    b\n',
  ],
  ...[
    '$$ a\n',
    'a\n$$ a\n',
    '$$a$$\n',
    '> $$ a\n',
    'a\n: b\n',
    ': a\n',
    'a\n\n: b\n\n',
    'a\n: : : : b\n',
    '> [!NOTE]\n',
  ],
  ...['- [^a]: b\n', '> [^a]: b\n>\n', '[^a]: [^b]: c\n', '- a[^a]\n\n  [^a]: b\n\n'],
  ...[
    '<div>\n\n',
    '</div>\n\n',
    '<table><tr><td>',
    '<b title="&lt;">',
    '<a name=b>',
    '<img src=https:a>',
    '<script>',
    '<svg>',
    '<p>',
  ],
]
  .map((unit): DearText => [JSON.stringify(unit), (length) => repeated(unit, length)])
  .concat([
    ['blanks in the title of a note', (length) => `:::a${repeated(' ', length)}{b`],
    ['brackets in the title of a note', (length) => `:::a[${repeated(']{}', length)}b`],
    ['notes in notes', (length) => repeated(NESTED_NOTES, length)],
    ['lines in many notes', (length) => `${'::: a\n'.repeat(50)}${repeated('a\n', length)}`],
    ['many elements in a hundred others', (length) => '<b>'.repeat(100) + repeated('<i></i>', length)],
    ['different names', (length) => Array.from({ length: length / 15 }, (_, at) => `<a id=n${at}></a>`).join(' ')],
  ]);
