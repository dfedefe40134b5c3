import { withoutComments } from '../domain/content/html-comments.js';
import type { ContentType, NewBlock } from '../domain/document.js';
import { newEnvironment, type Environment } from './environment.js';
import { LIST_SEPARATOR as EMPTY_COMMENT } from './html.js';
import { normalised } from './front-matter/front-matter.js';
import { parseBlocks, parseInline } from './parser.js';
import { edited, usesOf, type Edit } from './notes/uses.js';

/** Blocks without what no page shows: the text of comments, and definitions of links within lists and quotes. */
export function withoutHiddenText<B extends NewBlock>(contentType: ContentType, blocks: readonly B[]): B[] {
  if (contentType === 'text') return [...blocks];
  return blocks.flatMap((block) => {
    const content = shownContent(contentType, block);
    const isHidden = content.trim() === '' && block.content.trim() !== '';
    if (isHidden) return [];
    return [content === block.content ? block : { ...block, content }];
  });
}

function shownContent(contentType: ContentType, { type, content, metadata }: NewBlock): string {
  if (type === 'code') return metadata?.['raw'] === true ? withoutComments(content) : content;
  if (contentType === 'html') return withoutComments(content);
  if (type === 'list' || type === 'quote') return /<!--|\]:/.test(content) ? shownFlow(normalised(content)) : content;
  return content.includes('<!--') ? edited(content, commentsOf(content).map(emptied)) : content;
}

type Range = { start: number; end: number };

/** An empty comment takes their place, so that nothing around them means anything else. */
function emptied({ start, end }: Range): Edit {
  return { start, end, text: EMPTY_COMMENT };
}

function noting(environment: Environment): Environment {
  return Object.assign(environment, { notesComments: true });
}

function commentsOf(content: string): Range[] {
  const environment = noting(newEnvironment());
  parseInline(content, environment);
  return environment.notes.filter(({ kind }) => kind === 'comment').sort((a, b) => a.start - b.start);
}

function shownFlow(content: string): string {
  const parsed = parseBlocks(content);
  const { lines, tokens, environment } = parsed;
  noting(environment);
  const inline = usesOf(parsed, '<!--').filter(({ kind }) => kind === 'comment');
  const edits = [...inline, ...environment.linkDefinitions].map(emptied);
  for (const { type, content: html, map } of tokens) {
    if (type !== 'html_block' || !html.includes('<!--')) continue;
    const [from, to] = (map ?? [0, 0]).map((line) => lines.starts[line] ?? content.length + 1) as [number, number];
    const text = content.slice(from, to - 1);
    edits.push({ start: from, end: from + text.length, text: withoutComments(text, EMPTY_COMMENT) });
  }
  return edited(
    content,
    edits.sort((a, b) => a.start - b.start),
  );
}
