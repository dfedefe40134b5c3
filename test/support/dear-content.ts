import type { BlockType, ContentType } from '../../src/domain/document.js';

const repeated = (unit: string, length: number): string => unit.repeat(Math.max(0, Math.floor(length / unit.length)));
const halves = (opening: string, closing: string, length: number): string =>
  repeated(opening, length / 2) + repeated(closing, length / 2);

function backticks(length: number): string {
  let source = '';
  for (let width = 1; source.length + width < length; width += 1) source += `${'`'.repeat(width)} `;
  return source;
}

function attributes(length: number): string {
  let source = '<b ';
  for (let at = 0; source.length < length; at += 1) source += `${at.toString(36)} `;
  return `${source}>`;
}

function wideTable(length: number): string {
  const columns = Math.max(1, Math.floor(Math.sqrt(length / 5)));
  return `${'|a'.repeat(columns)}\n${'|:-:'.repeat(columns)}\n${repeated(`${'x'.repeat(columns)}\n`, length)}`;
}

/** `first` is before the table's first line, `other` before the others. */
function tableOfOmittedCells(length: number, first: string, other: string): string {
  const columns = Math.max(1, Math.floor(Math.sqrt(length / 3)));
  const rule = `${other}${'|-'.repeat(columns)}\n`;
  return `${first}${'|a'.repeat(columns)}\n${rule}${repeated(`${other}x\n`, length - 5 * columns)}`;
}

export type DearContent = readonly [
  name: string,
  contentType: ContentType,
  type: BlockType,
  contentOf: (length: number) => string,
];

/** Content that is the worst found for the parsers, made to about the given length. */
export const DEAREST_CONTENT: readonly DearContent[] = [
  ['open brackets', 'markdown', 'paragraph', (n) => repeated('[', n)],
  ['open images', 'markdown', 'image', (n) => repeated('![', n)],
  ['images in images', 'markdown', 'paragraph', (n) => repeated(`${'!['.repeat(90)}a${'](a:)'.repeat(90)}`, n)],
  [
    'text in images in images',
    'markdown',
    'paragraph',
    (n) => '!['.repeat(90) + repeated('*a* ', n - 600) + '](a)'.repeat(90),
  ],
  ['brackets and stars', 'markdown', 'paragraph', (n) => repeated('[*', n)],
  ['emphasis', 'markdown', 'heading', (n) => repeated('*a*', n)],
  ['emphasis in emphasis', 'markdown', 'paragraph', (n) => repeated('*a '.repeat(60) + 'a* '.repeat(60), n)],
  ['emphasis and a link', 'markdown', 'paragraph', (n) => `[a](https://a)${repeated('*a* ', n)}`],
  ['backticks of every length', 'markdown', 'heading', backticks],
  ['code', 'markdown', 'paragraph', (n) => repeated('`a` b', n)],
  ['short paragraphs', 'markdown', 'paragraph', (n) => repeated('a\n\n', n)],
  ['entities', 'markdown', 'paragraph', (n) => repeated('&amp;', n)],
  ['links', 'markdown', 'paragraph', (n) => repeated('[](https://a.b)', n)],
  ['bare addresses', 'markdown', 'paragraph', (n) => repeated('http://a ', n)],
  ['addresses with open brackets', 'markdown', 'paragraph', (n) => repeated('https://a.b/[', n)],
  ['bare schemes', 'markdown', 'paragraph', (n) => repeated('http://[', n)],
  ['addresses of mail', 'markdown', 'paragraph', (n) => repeated('<a@b.c>', n)],
  ['hosts that are not ASCII', 'markdown', 'paragraph', (n) => repeated('<http://é>', n)],
  ['many list items', 'markdown', 'list', (n) => repeated('a\n', n)],
  ['many lists', 'markdown', 'list', (n) => repeated('1. a\n2) b\n', n)],
  ['lists in lists', 'markdown', 'list', (n) => repeated(`${'- '.repeat(45)}a\n`, n)],
  ['quotes in quotes', 'markdown', 'quote', (n) => repeated('> ', n)],
  ['lines that belong to many quotes', 'markdown', 'quote', (n) => `${'>'.repeat(90)}a\n${repeated('a\n', n - 92)}`],
  ['quotes of every depth', 'markdown', 'quote', (n) => repeated(`${'>'.repeat(90)}a\n\n`, n)],
  ['quotes in lists', 'markdown', 'list', (n) => repeated('- > a\n', n)],
  ['lists in quotes', 'markdown', 'quote', (n) => repeated('> 1. a\n> 2) b\n', n)],
  ['lists and quotes in turn', 'markdown', 'list', (n) => repeated(`${'- > '.repeat(40)}a\n`, n)],
  ['headings', 'markdown', 'quote', (n) => repeated('#\n', n)],
  ['underlined headings', 'markdown', 'quote', (n) => repeated('a\n=\n', n)],
  ['rules', 'markdown', 'quote', (n) => repeated('***\n', n)],
  ['indented code', 'markdown', 'quote', (n) => repeated('    a\n\n', n)],
  ['fences', 'markdown', 'quote', (n) => repeated('~~~\n', n)],
  ['definitions of links', 'markdown', 'quote', (n) => repeated('[a]:b\n', n)],
  ['open definitions', 'markdown', 'quote', (n) => repeated('[a\n', n)],
  ['tables in a quote', 'markdown', 'quote', (n) => repeated('|a|\n|-|\n\n', n)],
  ['a table of omitted cells in a quote', 'markdown', 'quote', (n) => tableOfOmittedCells(n, '> ', '> ')],
  ['a table of omitted cells in a list', 'markdown', 'list', (n) => tableOfOmittedCells(n, '- ', '  ')],
  ['tasks', 'markdown', 'list', (n) => repeated('- [ ] a\n', n)],
  ['comments', 'markdown', 'paragraph', (n) => repeated('a<!---->', n)],
  ['open comments', 'markdown', 'paragraph', (n) => `a${repeated('<!--', n)}`],
  ['open comments in a quote', 'markdown', 'quote', (n) => repeated('<!--\n', n)],
  ['tags', 'markdown', 'paragraph', (n) => `a${repeated('<b>', n)}`],
  ['open tags', 'markdown', 'paragraph', (n) => `a${repeated('<b a ', n)}`],
  ['a tag of many attributes', 'markdown', 'paragraph', (n) => `a<b${repeated(' a', n)}`],
  ['an open tag of many blanks', 'markdown', 'paragraph', (n) => `a<b${repeated(' ', n)}=`],
  ['marks of footnotes', 'markdown', 'paragraph', (n) => repeated('[^1]', n)],
  ['a long table', 'markdown', 'table', (n) => `|a|b|\n|-|-|\n${repeated('|x|y|\n', n)}`],
  ['a wide table of short rows', 'markdown', 'table', wideTable],
  ['elements', 'html', 'paragraph', (n) => repeated('<p>a', n)],
  ['open elements, others closed', 'html', 'paragraph', (n) => halves('<b>', '</i>', n)],
  ['unknown closing tags', 'html', 'paragraph', (n) => repeated('<p></x>', n)],
  ['links in HTML', 'html', 'paragraph', (n) => repeated('<a href=http:a></a>', n)],
  ['images in HTML', 'html', 'paragraph', (n) => repeated('<img src=https:a>', n)],
  ['aligned cells', 'html', 'table', (n) => repeated('<td style="text-align:center">', n)],
  ['attributes', 'html', 'paragraph', attributes],
  ['entities in HTML', 'html', 'paragraph', (n) => repeated('&lt', n)],
  [
    'long hosts that are not ASCII',
    'html',
    'paragraph',
    (n) => repeated(`<a href="http://${'é.'.repeat(2_000)}"></a>`, n),
  ],
  ['comments in an address', 'html', 'paragraph', (n) => `<a href="${repeated('<!---->', n)}">x</a>`],
  ['blanks in a style', 'html', 'table', (n) => `<table><td style="text-align:center${repeated(' ', n)}x">`],
];
