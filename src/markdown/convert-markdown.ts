import type { Content, Visibility } from '../domain/document.js';
import { checkBlocks, checkMetadata, checkTitle, type FileLimits } from './check-limits.js';
import { selfContained } from './notes/definitions.js';
import { footnoteBlocks } from './notes/footnotes.js';
import { splitFile, splitPlainFile, type SplitFile } from './front-matter/front-matter.js';
import { TooManyStepsError, withinSteps } from './steps.js';
import { shownTitle } from './title.js';
import { toBlocks, type PlacedBlock } from './to-blocks.js';

/**
 * What a text says. The text itself is kept beside it.
 * `title`, `visibility`: null if it does not say. A draft is private, and so is what says `quire: false`. `isPlain`:
 * the text is beyond the bounds, and its blocks are plain paragraphs.
 */
export type ConvertedText = Pick<Content, 'metadata' | 'blocks'> & {
  title: string | null;
  visibility: Visibility | null;
  isPlain: boolean;
};

/** Some seconds, and some hundred megabytes. Counted, so that all machines make the same of a text. */
const MOST_STEPS = 500_000;

/** Undefined: it takes more than `steps`. Without them, any text becomes a document. Raises `MarkdownError`. */
export function convertMarkdown(text: string, limits: FileLimits, steps = MOST_STEPS): ConvertedText | undefined {
  const file = splitFile(text, limits);
  try {
    return withinSteps(steps, () => converted(file, limits));
  } catch (error) {
    if (!(error instanceof TooManyStepsError)) throw error;
    return steps < MOST_STEPS ? undefined : plain(file, limits);
  }
}

/** Of HTML or plain text: all of it but its front matter, which says who may see it, is one block. */
export function convertWhole(text: string, limits: FileLimits): ConvertedText {
  const { body: content, visibility, isExcluded } = splitPlainFile(text, limits);
  const blocks = content === '' ? [] : [{ type: 'paragraph' as const, content, metadata: null }];
  return { title: null, metadata: null, blocks, visibility: isExcluded ? 'private' : visibility, isPlain: false };
}

function converted(file: SplitFile, limits: FileLimits): ConvertedText {
  const parsed = selfContained(file.body, limits.bodyBytes);
  const placed = [...toBlocks(parsed), ...footnoteBlocks(parsed)];
  const found = file.title === null ? shownTitle(parsed, placed) : undefined;
  const blocks = found?.others ?? placed;
  const title = found ? checkTitle(found.title, found.line + file.bodyLine + 1) : file.title;
  return document({ ...file, title }, { placed: blocks, isPlain: false }, limits);
}

/** Paragraphs stand between blank lines. */
function plain(file: SplitFile, limits: FileLimits): ConvertedText {
  let line = 0;
  const placed = file.body.split(/\n(?:[ \t]*\n)+/).map((content): PlacedBlock => {
    const block = { type: 'paragraph' as const, content, metadata: null };
    const at = line;
    line += content.split('\n').length + 1;
    return { block, line: at };
  });
  const filled = placed.filter(({ block }) => block.content.trim() !== '');
  return document(file, { placed: filled, isPlain: true }, limits);
}

type Body = { placed: readonly PlacedBlock[]; isPlain: boolean };

function document(file: SplitFile, { placed, isPlain }: Body, limits: FileLimits): ConvertedText {
  checkBlocks(placed, file.bodyLine + 1, limits);
  return {
    title: file.title === null ? null : checkTitle(file.title, file.titleLine),
    metadata: checkMetadata(Object.keys(file.metadata).length === 0 ? null : file.metadata, limits),
    blocks: placed.map(({ block }) => block),
    visibility: file.isExcluded ? 'private' : file.visibility,
    isPlain,
  };
}
