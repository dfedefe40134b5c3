import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { digestOfSource, type ShownSource } from './files.js';
import type { SeededRandom } from './seeded-random.js';

/** What a create or a push sends: its title names the document and the write. */
export type SentContent = {
  title: string;
  content_type: string;
  metadata: { tags: string[]; source: string };
  blocks: { type: string; content: string; metadata: Record<string, unknown> | null }[];
};

/** The part of a document's or a version's answer that content makes. */
export type ShownContent = {
  title: string;
  content_type: string;
  metadata: unknown;
  blocks: readonly { id: string; order: number; type: string; content: string; metadata: unknown }[];
  source: ShownSource;
};

/** All documents of a world carry its word as a tag; `group`: those of this document's group carry it, too. */
export type ContentOf = { name: string; word: string; tags: readonly string[] };

const LONGEST_CONTENT = 4;
/** Now and then one that takes the parts longer than the others. */
const LARGE_SHARE = 0.03;
const LARGE_BYTES = 40_000;

export function makeContent({ name, word, tags }: ContentOf, random: SeededRandom): SentContent {
  const count = random.below(LONGEST_CONTENT + 1);
  return {
    ...titleAndMetadata({ name, word, tags }),
    content_type: random.pick(['markdown', 'html', 'text']),
    blocks: Array.from({ length: count }, (_, i) => makeBlock(`${word} ${i}`, random)),
  };
}

export function titleAndMetadata({ name, word, tags }: ContentOf): Pick<SentContent, 'title' | 'metadata'> {
  return { title: `${name} ${word}`, metadata: { tags: [...tags, tagOfWord(word)], source: word } };
}

/** Carried by the versions of one write alone. */
export function tagOfWord(word: string): string {
  return `only ${word}`;
}

/** What a file can say: the only language that code has, and no numbers of its own. */
export function contentOfFile(content: SentContent): SentContent {
  const blocks = content.blocks.map((block) =>
    block.type === 'code' ? { ...block, metadata: { language: 'text' } } : block,
  );
  return { ...content, content_type: 'markdown', blocks };
}

/** The document's name and the write's word. */
export function partsOfTitle(title: string): { name: string; word: string } {
  const [name = '', word = ''] = title.split(' ');
  return { name, word };
}

/** What differs from what was sent; undefined: nothing. */
export function differenceOf(sent: SentContent, shown: ShownContent): string | undefined {
  const { title, content_type, metadata } = shown;
  const blocks = shown.blocks.map(({ type, content, metadata: own }) => ({ type, content, metadata: own }));
  if (!isDeepStrictEqual({ title, content_type, metadata, blocks }, sent)) {
    return `sent ${clip(JSON.stringify(sent))}, shown ${clip(JSON.stringify(shown))}`;
  }
  const isNumbered = shown.blocks.every(({ order }, i) => order === i);
  return isNumbered ? undefined : `blocks are out of order: ${clip(JSON.stringify(shown))}`;
}

/** Tells any two contents apart, identifiers of blocks and the file included. */
export function fingerprintOf({ title, content_type, metadata, blocks, source }: ShownContent): string {
  return createHash('sha256')
    .update(JSON.stringify([title, content_type, metadata, blocks, digestOfSource(source)]))
    .digest('base64url');
}

export function clip(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

function makeBlock(text: string, random: SeededRandom): SentContent['blocks'][number] {
  const content = random.chance(LARGE_SHARE) ? `${text} ${'x'.repeat(LARGE_BYTES)}` : text;
  return random.pick([
    { type: 'heading', content, metadata: { level: 1 + random.below(6) } },
    { type: 'paragraph', content, metadata: null },
    { type: 'code', content, metadata: { language: 'text', n: random.below(100) } },
    { type: 'list', content: `- ${content}`, metadata: { listType: 'bullet' } },
  ]);
}
