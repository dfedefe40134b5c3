import type { ContentType } from '../../../src/domain/document.js';
import { DEAREST_CONTENT } from '../../support/dear-content.js';

/** Characters of three bytes, 20,900 different ones: what a host of them costs to parse grows with the square. */
const FIRST = 0x4e00;
const DIFFERENT = 20_900;
const BLOCKS = 10_000;
const LARGE_BYTES = 9_500_000;
const PATTERN_CHARACTERS = 50_000;
/** The most of a link that the viewer takes for an address. */
const LINK_CHARACTERS = 4_080;
const BLOCK_CHARACTERS = 99_000;
const LINKS = 18;
const METADATA_BYTES = 261_000;
const TAGS = 1_000;

export type DearDocument = { content_type: ContentType; blocks: readonly object[] };

export const cjk = (characters: number): string =>
  Array.from({ length: characters }, (_, n) => String.fromCodePoint(FIRST + (n % DIFFERENT))).join('');

/** Many documents have it. */
export const COMMON_TAG = `1 ${'漢'.repeat(60)}`;
/** 2,000 bytes, and each letter is four. */
export const LONGEST_TITLE = '😀'.repeat(500);
/** With 1,000 tags it is the longest that may be: 63 bytes. */
export const TITLE_BESIDE_TAGS = '漢'.repeat(21);

export const METADATA = {
  heavy: () => ({ text: '漢'.repeat(METADATA_BYTES / 3), tags: [COMMON_TAG] }),
  names: () => Object.fromEntries(Array.from({ length: 14_000 }, (_, n) => [`k${n}`, `v${n}`])),
  tags: () => ({ tags: Array.from({ length: TAGS }, (_, n) => `${n} ${'漢'.repeat(60)}`) }),
  longTags: () => ({ tags: Array.from({ length: 32 }, (_, n) => `${n} ${'😀'.repeat(1_000)}`) }),
} as const;

const linkOf = (scheme: string) => `${scheme}://${cjk(LINK_CHARACTERS)}`;
/** Markdown with links to as many keys as one page looks for. Each may mean six. */
export const linksToKeys = (): string =>
  Array.from({ length: 500 }, (_, n) => `[x](${n}/${'y'.repeat(400)})`).join('\n');

/** Markdown that shows each of the files. */
export const imagesOf = (assets: Readonly<Record<string, string>>): string =>
  Object.keys(assets)
    .map((name) => `![x](${name})`)
    .join('\n\n');

const repeat = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const patterns = (wanted: ContentType): object[] =>
  DEAREST_CONTENT.filter(([, contentType]) => contentType === wanted).map(([, , type, contentOf]) => ({
    type,
    content: contentOf(PATTERN_CHARACTERS),
  }));

/** Legal documents that are the dearest found to store, to render or to write as Markdown; by name. */
export const DEAR_DOCUMENTS: Readonly<Record<string, () => DearDocument>> = {
  'lists in lists, 10,000 blocks': () => markdown(repeat(BLOCKS, { type: 'list', content: `${'- '.repeat(15)}a` })),
  'one paragraph of 10 MB': () => markdown([{ type: 'paragraph', content: 'x '.repeat(LARGE_BYTES / 2) }]),
  'CJK, 10,000 blocks': () => markdown(repeat(BLOCKS, { type: 'paragraph', content: '漢'.repeat(300) })),
  'an image of one long host': () => markdown([{ type: 'image', content: `https://${cjk(BLOCK_CHARACTERS)}` }]),
  'images of long hosts': () =>
    markdown(repeat(LINKS, { type: 'image', content: 'x', metadata: { url: linkOf('https') } })),
  'images whose content is a long host': () => markdown(repeat(LINKS, { type: 'image', content: linkOf('https') })),
  'links of long hosts': () => ({
    content_type: 'html',
    blocks: [{ type: 'paragraph', content: repeat(LINKS, `<a href="${linkOf('https')}">x</a>`).join('') }],
  }),
  'Markdown links of long hosts': () =>
    markdown([{ type: 'paragraph', content: repeat(LINKS, `[x](<${linkOf('https')}>)`).join(' ') }]),
  'blocks with metadata': () =>
    markdown(repeat(4_000, { type: 'paragraph', content: 'x', metadata: { a: '漢'.repeat(200), b: [1, 2, 3] } })),
  'patterns of Markdown': () => markdown(patterns('markdown')),
  'patterns of HTML': () => ({ content_type: 'html', blocks: patterns('html') }),
};

function markdown(blocks: readonly object[]): DearDocument {
  return { content_type: 'markdown', blocks };
}
