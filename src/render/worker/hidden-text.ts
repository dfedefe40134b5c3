import { withoutComments } from '../../domain/content/html-comments.js';
import type { ContentType, NewBlock } from '../../domain/document.js';
import { newEnvironment, type Environment, type InlineNote } from '../../markdown/environment.js';
import { normalised } from '../../markdown/front-matter/front-matter.js';
import { LIST_SEPARATOR as EMPTY_COMMENT } from '../../markdown/html.js';
import { edited, usesOf, type Edit } from '../../markdown/notes/uses.js';
import { parseBlocks, parseInline } from '../../markdown/parser.js';
import { placesInLines } from '../../markdown/places.js';
import { isMarkdownForm } from '../blocks/html-block.js';
import { plainContent } from '../blocks/plain-block.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import { hiddenHtml, shownHtml } from '../safety/hidden-html.js';
import { mayHaveHidden } from '../safety/safe-element.js';

/** `isJsx`: components are shown as text. */
type Form = { contentType: ContentType; isJsx: boolean };

/**
 * Blocks without what no page shows: comments, the parts of HTML that are not safe or mean nothing there, and
 * definitions of links within lists and quotes.
 */
export function withoutHiddenText<B extends NewBlock>(form: Form, blocks: readonly B[]): B[] {
  if (form.contentType === 'text') return [...blocks];
  return blocks.flatMap((block) => {
    const content = shownContent(form, block);
    const isHidden = content.trim() === '' && block.content.trim() !== '';
    if (isHidden) return [];
    return [content === block.content ? block : { ...block, content }];
  });
}

function shownContent({ contentType, isJsx }: Form, block: NewBlock): string {
  const { type, content, metadata } = block;
  const isHtml = type === 'code' ? metadata?.['raw'] === true : contentType === 'html' && !isMarkdownForm(block);
  const isFlow = !isHtml && (type === 'list' || type === 'quote');
  if (type === 'code' && !isHtml) return content;
  if (!mayHaveHidden(content) && !(isFlow && content.includes(']:'))) return content;
  // A page shows it as it is written.
  if (content.length > MAX_FORMATTED_BLOCK) {
    return type === 'code' ? withoutComments(content) : plainContent(contentType, block);
  }
  if (isHtml) return shownHtml(content, isJsx);
  if (isFlow) return shownFlow(normalised(content), isJsx);
  return edited(content, editsOf(htmlOf(content), isJsx));
}

function noting(environment: Environment): Environment {
  return Object.assign(environment, { notesHtml: true });
}

function htmlOf(content: string): InlineNote[] {
  const environment = noting(newEnvironment());
  parseInline(content, environment);
  return environment.notes.sort((a, b) => a.start - b.start);
}

/** Begins no block of HTML, and stands for no address. */
const EMPTY_SPAN = '<span></span>';

/** Something empty takes the place of what is hidden, so that nothing around it means anything else. */
function editsOf(notes: readonly InlineNote[], isJsx: boolean): Edit[] {
  return notes.flatMap((note): Edit[] => {
    if (note.kind !== 'html') return [];
    const { start, end, html } = note;
    const shown = shownHtml(html, isJsx);
    if (shown === html) return [];
    if (shown === '') return [{ start, end, text: html.startsWith('<!--') ? EMPTY_COMMENT : EMPTY_SPAN }];
    // Over several lines it began no block either.
    return [{ start, end, text: html.includes('\n') ? EMPTY_SPAN + shown : shown }];
  });
}

function shownFlow(content: string, isJsx: boolean): string {
  const parsed = parseBlocks(content);
  const { lines, tokens, environment } = parsed;
  noting(environment);
  const edits = editsOf(usesOf(parsed, '<'), isJsx);
  edits.push(...environment.linkDefinitions.map(({ start, end }) => ({ start, end, text: EMPTY_COMMENT })));
  for (const { type, content: html, map } of tokens) {
    if (type !== 'html_block') continue;
    const placeOf = placesInLines(lines, map?.[0] ?? 0, html.trimEnd());
    for (const { start, end, text } of hiddenHtml(html.trimEnd(), isJsx)) {
      edits.push({ start: placeOf(start), end: placeOf(end - 1) + 1, text });
    }
  }
  return edited(
    content,
    edits.sort((a, b) => a.start - b.start),
  );
}
