import type { Content, NewBlock } from '../domain/document.js';
import { TITLE_CODE_POINTS, type Limits } from '../domain/limits.js';
import { MarkdownError } from './markdown-error.js';
import type { PlacedBlock } from './to-blocks.js';

export type FileLimits = Pick<Limits, 'bodyBytes' | 'blocks' | 'metadataBytes'>;

/** What the service allows unless it is configured otherwise. It checks each document itself. */
export const USUAL_LIMITS: FileLimits = { bodyBytes: 10 * 1024 * 1024, blocks: 10_000, metadataBytes: 256 * 1024 };

const ENCODER = new TextEncoder();
/** Of a character in a JSON string. */
const MOST_BYTES = 6;
/** Of a block without its content and its metadata. */
const BLOCK_BYTES = 64;

/** By what browsers have, too. */
function bytesOf(value: unknown): number {
  return ENCODER.encode(JSON.stringify(value)).length;
}

/** Not less than its bytes as JSON, and quicker to find. */
function boundOf({ content, metadata }: NewBlock): number {
  return MOST_BYTES * content.length + (metadata === null ? 0 : bytesOf(metadata)) + BLOCK_BYTES;
}

/** Before the text is parsed, which takes many times its size. */
export function checkLength(text: string, { bodyBytes }: FileLimits): void {
  if (text.length > bodyBytes) throw new MarkdownError(1, `the file is larger than ${bodyBytes} bytes`);
}

export function checkTitle(title: string, line: number): string {
  if (Array.from(title).length <= TITLE_CODE_POINTS) return title;
  throw new MarkdownError(line, `the title is longer than ${TITLE_CODE_POINTS} characters`);
}

/** `firstLine`: the line of the file, from 1, where the blocks' lines begin. */
export function checkBlocks(placed: readonly PlacedBlock[], firstLine: number, limits: FileLimits): void {
  const surplus = placed[limits.blocks];
  if (surplus !== undefined) {
    throw new MarkdownError(firstLine + surplus.line, `the file has more than ${limits.blocks} blocks`);
  }
  if (placed.reduce((sum, { block }) => sum + boundOf(block), 0) <= limits.bodyBytes) return;
  let bytes = 0;
  for (const { block, line } of placed) {
    bytes += bytesOf(block) + 1;
    if (bytes <= limits.bodyBytes) continue;
    throw new MarkdownError(
      firstLine + line,
      `the blocks up to here are larger than ${limits.bodyBytes} bytes as JSON`,
    );
  }
}

export function checkMetadata(metadata: Content['metadata'], { metadataBytes }: FileLimits): Content['metadata'] {
  if (metadata === null || bytesOf(metadata) <= metadataBytes) return metadata;
  throw new MarkdownError(1, `the metadata is larger than ${metadataBytes} bytes as JSON`);
}
