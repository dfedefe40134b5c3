import type { ContentType } from '../../domain/document.js';
import { contentsHtml } from './contents.js';
import { isNoteList, withUniqueReferences, type NoteEnvironment } from '../blocks/footnotes.js';
import { formatBlock } from '../blocks/format-block.js';
import { headingTag } from './heading-levels.js';
import { PART_CHARACTERS } from '../limits.js';
import { partHtml, PLAIN_NOTE } from './page-body.js';
import type { PageContent } from './page-content.js';
import { plainBlock, plainContent } from '../blocks/plain-block.js';
import { PageLinks, type OpenLinks } from '../safety/page-links.js';
import { MOST_ENDS, RawHtml } from '../safety/raw-html.js';
import { plainSize, type PagePlan } from './plan-page.js';
import type { ViewedBlock, ViewedDocument } from '../viewed-document.js';

const EMPTY_NOTE = '<p class="note" lang="en">This document has no content.</p>';

/** From 1. `isPlain`: all is shown as plain text, and the page says so. */
export type WantedPart = { part: number; isPlain: boolean };

/** A page whose open links are not filled in. */
export type PageTemplate = { bytes: Uint8Array<ArrayBuffer>; open: OpenLinks | undefined };

const encoder = new TextEncoder();

/** One part. Raises `RangeError` if the plan has no such part. */
export function renderTemplate(content: PageContent, plan: PagePlan, wanted: WantedPart): PageTemplate {
  const links = new PageLinks(content, { part: wanted.part, names: plan.nameParts });
  const html = renderPart({ ...content, environment: { ...content.environment, links } }, plan, wanted);
  return { bytes: encoder.encode(html), open: links.open };
}

/** An HTML page of at most `PART_CHARACTERS`. Blocks are safe and balanced each. */
function renderPart(document: PageContent, plan: PagePlan, { part, isPlain }: WantedPart): string {
  const pieces = piecesOf(document, plan, part);
  const { contentType } = document;
  const written = isPlain
    ? pieces.map((piece) => plainHtml(contentType, piece))
    : formattedPieces(document, pieces, plan);
  const contents = contentsHtml(plan.contents, document, part);
  const isTitled = part === 1 && (document.above < pieces.length || plan.parts === 1);
  const above = written.splice(0, isTitled ? document.above : 0).map((html) => `${html}\n`);
  const none = above.length === 0 ? EMPTY_NOTE : '';
  const blocks = (isPlain ? PLAIN_NOTE : '') + (written.join('\n') || none);
  const content = { above: above.join(''), blocks, contents, anchor: plan.titleAnchor };
  return partHtml(document, { part, parts: plan.parts }, content);
}

/**
 * `size`: the most characters of its plain form. `anchor`: of a heading. `headingNames`: of those in raw HTML. `isCut`:
 * it is a part of a block.
 */
type Piece = Pick<NoteEnvironment, 'headingNames'> & {
  block: ViewedBlock;
  tag: string;
  size: number;
  anchor: string | undefined;
  isCut: boolean;
};

function plainHtml(contentType: ContentType, piece: Piece): string {
  const { block, tag, isCut } = piece;
  const shown = isCut ? block : { ...block, content: plainContent(contentType, block) };
  return withAnchor(plainBlock(shown, tag), piece);
}

/** Begins with the element of the heading, if the piece is one. */
function withAnchor(html: string, { anchor }: Piece): string {
  return anchor === undefined ? html : html.replace(/^<h[2-6]/, `$& id="${anchor}"`);
}

/**
 * What raw HTML leaves open ends with the part, before its footnotes.
 * A piece is formatted only if all that are not written yet still fit as plain text, and none is tried any more when as
 * much as a page was made in vain. The list of footnotes is written first: the others lead to what it has.
 */
function formattedPieces(document: PageContent, pieces: readonly Piece[], plan: PagePlan): string[] {
  const list = listOf(document, pieces);
  const written = pieces.map(() => '');
  const notes = new Set<number>();
  const { contentType } = document;
  const { room, anchorParts, titleAnchor = '' } = plan;
  const ids = new Set([...anchorParts.keys(), titleAnchor]);
  const place = { ...document.environment, ids, notes };
  const html = new RawHtml(place);
  const environment = { ...place, html };
  let inVain = 0;
  let left = room - MOST_ENDS - pieces.reduce((sum, { size }) => sum + size, 0);
  for (const [at, piece] of inOrder(pieces, list)) {
    const { block, tag, size, isCut, headingNames } = piece;
    left += size;
    const isNotes = at === list;
    const isTried = !isCut && inVain <= PART_CHARACTERS;
    const takeBack = html.mark();
    const found = isTried ? formatBlock(contentType, block, { ...environment, tag, isNotes, headingNames }) : undefined;
    const made = found === undefined ? undefined : withAnchor(found, piece);
    const fits = made !== undefined && made.length < left;
    if (!fits) {
      takeBack();
      inVain += made?.length ?? 0;
      if (isNotes) notes.clear();
    }
    const shown = fits ? made : plainHtml(contentType, piece);
    left -= shown.length + 1;
    written[at] = shown;
  }
  const last = list === pieces.length - 1 ? list - 1 : pieces.length - 1;
  if (last >= 0) written[last] = `${written[last] ?? ''}${html.end()}`;
  return notes.size === 0 ? written : withUniqueReferences(written, list);
}

/** With their positions, that at `first` before the others. */
function inOrder(pieces: readonly Piece[], first: number): [number, Piece][] {
  const all = [...pieces.entries()];
  return [...all.slice(first, first + 1), ...all.filter(([at]) => at !== first)];
}

/** The pieces of a part, from 1. */
function piecesOf({ blocks }: ViewedDocument, plan: PagePlan, part: number): Piece[] {
  const start = plan.starts[part - 1];
  if (start === undefined) throw new RangeError(`the document has no part ${part}`);
  const end = plan.starts[part] ?? { block: blocks.length, offset: 0 };
  return blocks.slice(start.block, end.block + (end.offset > 0 ? 1 : 0)).map((whole, at) => {
    const from = at === 0 ? start.offset : 0;
    const to = start.block + at === end.block ? end.offset : undefined;
    const isCut = from > 0 || to !== undefined;
    const block = isCut ? { ...whole, content: whole.content.slice(from, to) } : whole;
    const anchor = from === 0 ? plan.anchors.get(start.block + at) : undefined;
    const [tag, size] = [headingTag(block, plan.shallowestLevel), plainSize(block, anchor)];
    return { block, tag, size, anchor, headingNames: plan.htmlAnchors.get(start.block + at), isCut };
  });
}

/** Where the list of the document's footnotes is among the pieces; their number if it is in no piece. */
function listOf({ contentType, blocks }: ViewedDocument, pieces: readonly Piece[]): number {
  const list = contentType === 'markdown' ? blocks.find(isNoteList) : undefined;
  const at = pieces.findIndex(({ block }) => block === list);
  return at === -1 ? pieces.length : at;
}
