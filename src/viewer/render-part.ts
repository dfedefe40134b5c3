import type { ContentType } from '../domain/document.js';
import { contentsHtml } from './contents.js';
import { escapeHtml, escapedLength } from './escape.js';
import { headingTag } from './heading-levels.js';
import { htmlBlock } from './html-block.js';
import { STEP_CHARACTERS, STEP_COST } from './limits.js';
import { isNoteList, withUniqueReferences } from './footnotes.js';
import type { MarkdownEnvironment } from './markdown.js';
import { markdownBlock } from './markdown-block.js';
import { contentRoom, partHtml } from './page-body.js';
import { PAGE_HEADERS, type ViewerPage } from './page-shell.js';
import { plainBlock, plainFrame, plainText } from './plain-block.js';
import type { PagePlan } from './plan-page.js';
import { UnfitMarkupError } from './checked-markup.js';
import type { ViewedBlock, ViewedDocument } from './viewed-document.js';
import { measureBlock, plainMeasure, type BlockMeasure } from './measure-block.js';

/** Part of the entity tags: raise it with each change of the pages' look. */
export const RENDERER = 11;

type BlockFormatter = (block: ViewedBlock, headingTag: string, environment: MarkdownEnvironment) => string;

const FORMATTERS: Readonly<Record<ContentType, BlockFormatter>> = {
  markdown: markdownBlock,
  html: htmlBlock,
  text: plainBlock,
};

const EMPTY_NOTE = '<p class="note" lang="en">This document has no content.</p>';

function* plainInSteps(block: ViewedBlock, tag: string): Generator<void, string> {
  const text = plainText(block);
  const { open, close } = plainFrame(block, tag);
  let html = open;
  for (let start = 0; start < text.length; start += STEP_CHARACTERS) {
    if (start > 0) yield;
    html += escapeHtml(text.slice(start, start + STEP_CHARACTERS));
  }
  return html + close;
}

/** The formatted block; undefined: show it as plain text. */
function formatted(
  { format, tagOf }: Writing,
  { block, measure }: Piece,
  environment: MarkdownEnvironment,
): string | undefined {
  if (!measure.isFormatted) return undefined;
  try {
    return format(block, tagOf(block), { ...environment, codeCost: measure.codeCost });
  } catch (error) {
    if (error instanceof UnfitMarkupError) return undefined;
    throw error;
  }
}

/** Begins with the element of the heading, if the piece is one. */
function withAnchor(html: string, { anchor }: Piece): string {
  return anchor === undefined ? html : html.replace(/^<h[2-6]/, `$& id="${anchor}"`);
}

type Writing = {
  pieces: readonly Piece[];
  room: number;
  format: BlockFormatter;
  tagOf: (block: ViewedBlock) => string;
  /** The position of the list of footnotes; the number of pieces if there is none. */
  list: number;
};

/**
 * Safe, balanced HTML of each piece. A piece is formatted only if all that are not written yet still fit as plain text.
 * The list of footnotes is written first: the others lead to what it has.
 */
function* writePieces(writing: Writing): Generator<void, string[]> {
  const { pieces, room, tagOf, list } = writing;
  const written = pieces.map(() => '');
  const notes = new Set<number>();
  let left = room - pieces.reduce((size, { measure }) => size + measure.size, 0);
  let worked = 0;
  for (const [at, piece] of inOrder(pieces, list)) {
    const { cost, size } = piece.measure;
    if (worked + cost > STEP_COST) {
      yield;
      worked = 0;
    }
    worked += cost;
    left += size;
    const found = formatted(writing, piece, { notes, isNotes: at === list });
    const html = found === undefined ? undefined : withAnchor(found, piece);
    const fits = html !== undefined && html.length < left;
    if (!fits && at === list) notes.clear();
    const shown = fits ? html : withAnchor(yield* plainInSteps(piece.block, tagOf(piece.block)), piece);
    left -= shown.length + 1;
    written[at] = shown;
  }
  return notes.size === 0 ? written : yield* withUniqueReferences(written, list);
}

/** With their positions, that at `first` before the others. */
function inOrder(pieces: readonly Piece[], first: number): [number, Piece][] {
  const all = [...pieces.entries()];
  return [...all.slice(first, first + 1), ...all.filter(([at]) => at !== first)];
}

/**
 * One part, from 1, as a page of at most `PART_CHARACTERS`. Yields between steps of a few milliseconds; the longest
 * step is one block of `MAX_BLOCK_COST`. Raises `RangeError` if the plan has no such part.
 */
export function* renderPart(document: ViewedDocument, plan: PagePlan, part: number): Generator<void, ViewerPage> {
  const pieces = piecesOf(document, plan, part);
  yield;
  const written = yield* writePieces({
    pieces,
    room: contentRoom(document),
    format: FORMATTERS[document.contentType],
    tagOf: (block) => headingTag(block, plan.shallowestLevel),
    list: listOf(document, pieces),
  });
  const contents = contentsHtml(plan.contents, document, part);
  const shown = { blocks: written.join('\n') || EMPTY_NOTE, contents };
  return { html: partHtml(document, { part, parts: plan.parts }, shown), headers: { ...PAGE_HEADERS } };
}

/** `anchor`: of the heading that begins here. */
type Piece = { block: ViewedBlock; measure: BlockMeasure; anchor: string | undefined };

function wholePiece(contentType: ContentType, block: ViewedBlock): Omit<Piece, 'anchor'> {
  return { block, measure: measureBlock(contentType, block) };
}

function cutPiece(block: ViewedBlock, start: number, end?: number): Omit<Piece, 'anchor'> {
  const content = block.content.slice(start, end);
  return { block: { ...block, content }, measure: plainMeasure(block.type, escapedLength(content)) };
}

/** The pieces of a part, from 1. Raises `RangeError` if the plan has no such part. */
function piecesOf({ contentType, blocks }: ViewedDocument, plan: PagePlan, part: number): Piece[] {
  const start = plan.starts[part - 1];
  if (start === undefined) throw new RangeError(`the document has no part ${part}`);
  const end = plan.starts[part] ?? { block: blocks.length, offset: 0 };
  return blocks.slice(start.block, end.block + (end.offset > 0 ? 1 : 0)).map((block, at) => {
    const from = at === 0 ? start.offset : 0;
    const to = start.block + at === end.block ? end.offset : undefined;
    const piece = from === 0 && to === undefined ? wholePiece(contentType, block) : cutPiece(block, from, to);
    return { ...piece, anchor: from === 0 ? plan.anchors.get(start.block + at) : undefined };
  });
}

/** Where the list of the document's footnotes is among the pieces; their number if it is in no piece. */
function listOf({ contentType, blocks }: ViewedDocument, pieces: readonly Piece[]): number {
  const list = contentType === 'markdown' ? blocks.find(isNoteList) : undefined;
  const at = pieces.findIndex(({ block }) => block === list);
  return at === -1 ? pieces.length : at;
}
