import type { Document, NewBlock } from '../../client/client.js';
import type { NewBlock as DomainBlock } from '../../domain/document.js';
import { BOOKKEEPING_KEY, readBookkeeping } from '../../markdown/bookkeeping.js';
import { USUAL_LIMITS } from '../../markdown/check-limits.js';
import { bodyToMarkdown } from '../../markdown/document-to-markdown.js';
import { markdownToBody } from '../../markdown/markdown-to-document.js';

type Content = Pick<Document, 'content_type' | 'metadata' | 'blocks'>;

/**
 * The text that the user edits. `isWhole` false: some blocks say more than their Markdown, so a changed text changes
 * them. `isFixed`: the blocks cannot be one text.
 */
export type DocumentText = { text: string; isWhole: boolean; isFixed: boolean };

export function textOf({ content_type, metadata, blocks }: Content): DocumentText {
  if (content_type !== 'markdown') {
    return { text: blocks[0]?.content ?? '', isWhole: true, isFixed: blocks.length > 1 };
  }
  const { comments } = readBookkeeping(metadata?.[BOOKKEEPING_KEY]);
  const text = bodyToMarkdown(blocks.map(plainBlock), comments);
  return { text, isWhole: markdownToBody(text, USUAL_LIMITS).blocks.length === blocks.length, isFixed: false };
}

export type TextContent = { blocks: NewBlock[]; comments: string | undefined };

/** The blocks of a changed text. Those that it leaves alone stay as they were. Raises `MarkdownError`. */
export function blocksOf(text: string, before: Content | undefined): TextContent {
  if (before && before.content_type !== 'markdown') {
    return { blocks: text === '' ? [] : [{ type: 'paragraph', content: text }], comments: undefined };
  }
  const { blocks, comments } = markdownToBody(text, USUAL_LIMITS);
  const originals = originalsOf(before?.blocks ?? []);
  const kept = blocks.map((block) => originals.get(JSON.stringify(block))?.shift() ?? block);
  return { blocks: kept.map(({ type, content, metadata }) => ({ type, content, metadata })), comments };
}

/** The blocks of a document, by what their Markdown is read as. None if these are not as many. */
function originalsOf(blocks: Document['blocks']): Map<string, DomainBlock[]> {
  const plain = blocks.map(plainBlock);
  const read = markdownToBody(bodyToMarkdown(plain), USUAL_LIMITS).blocks;
  if (read.length !== plain.length) return new Map();
  const pairs = read.map((block, place) => [JSON.stringify(block), plain[place]] as const);
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, found]) => [name, found.flatMap(([, block]) => block ?? [])]),
  );
}

function plainBlock({ type, content, metadata }: Document['blocks'][number]): DomainBlock {
  return { type, content, metadata: metadata ?? null };
}
