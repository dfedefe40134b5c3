import type { BlockType, NewBlock } from '../../../src/domain/document.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { Words } from './words.js';

const BLOCKS: readonly BlockType[] = [
  'heading',
  'paragraph',
  'paragraph',
  'list',
  'paragraph',
  'code',
  'heading',
  'paragraph',
  'quote',
  'paragraph',
  'divider',
  'paragraph',
];
/** Of a version as it is stored; what is not content of its blocks takes about a kilobyte of it. */
const DOCUMENT_BYTES = 4_096;
const OVERHEAD_BYTES = 1_300;
const LONG_BLOCKS = BLOCKS.filter((type) => type !== 'divider' && type !== 'heading').length;

const METADATA: Partial<Record<BlockType, NewBlock['metadata']>> = {
  heading: { level: 2 },
  code: { language: 'text' },
  list: { listType: 'bullet' },
};

/** Twelve blocks, with which a version is about 4 KB. */
export function newBlocks(words: Words, random: SeededRandom): NewBlock[] {
  return BLOCKS.map((type) => ({ type, content: contentOf(type, words, random), metadata: METADATA[type] ?? null }));
}

/** Body of a create or a push. */
export function documentBody(blocks: readonly NewBlock[], title: string): string {
  return JSON.stringify({ title, blocks, metadata: { tags: ['bench'], source: 'bench' } });
}

function contentOf(type: BlockType, words: Words, random: SeededRandom): string {
  if (type === 'divider') return '';
  if (type === 'heading') return words.sentence(random, 4);
  const bytes = (DOCUMENT_BYTES - OVERHEAD_BYTES) / LONG_BLOCKS;
  let text = words.sentence(random, 1);
  while (Buffer.byteLength(text) < bytes) text += ` ${words.draw(random)}`;
  return type === 'list' ? `- ${text}` : text;
}
