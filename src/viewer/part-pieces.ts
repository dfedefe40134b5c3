import type { ContentType } from '../domain/document.js';
import { escapedLength } from './escape.js';
import { measureBlock, plainMeasure, type BlockMeasure } from './measure-block.js';
import type { PagePlan } from './plan-page.js';
import type { ViewedBlock, ViewedDocument } from './viewed-document.js';

export type Piece = { block: ViewedBlock; measure: BlockMeasure };

function wholePiece(contentType: ContentType, block: ViewedBlock): Piece {
  return { block, measure: measureBlock(contentType, block) };
}

function cutPiece(block: ViewedBlock, start: number, end?: number): Piece {
  const content = block.content.slice(start, end);
  return { block: { ...block, content }, measure: plainMeasure(block.type, escapedLength(content)) };
}

/** The pieces of a part, from 1. Raises `RangeError` if the plan has no such part. */
export function piecesOf({ contentType, blocks }: ViewedDocument, plan: PagePlan, part: number): Piece[] {
  const start = plan.starts[part - 1];
  if (start === undefined) throw new RangeError(`the document has no part ${part}`);
  const end = plan.starts[part] ?? { block: blocks.length, offset: 0 };
  return blocks.slice(start.block, end.block + (end.offset > 0 ? 1 : 0)).map((block, at) => {
    const from = at === 0 ? start.offset : 0;
    const to = start.block + at === end.block ? end.offset : undefined;
    return from === 0 && to === undefined ? wholePiece(contentType, block) : cutPiece(block, from, to);
  });
}
