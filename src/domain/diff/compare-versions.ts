import { jsonKey } from '../content/content-digest.js';
import type { ContentType, DocumentBlock, Visibility } from '../document.js';
import type { JsonObject } from '../json.js';
import type { Version } from '../version.js';
import { compareBlocks, type BlockChange } from './compare-blocks.js';
import { Effort } from './effort.js';
import { WordAllowance, wordSpans, type Span } from './word-spans.js';

/** For the alignment of all blocks. */
export const BLOCK_STEPS = 1_000_000;

export type Change<T> = { from: T; to: T };
/** `spans` is absent where the texts are too long to be compared by words. */
export type TextChange = Change<string> & { spans: Span[] | undefined };

export type MetadataChange = Change<JsonObject | null>;

/** Members are undefined where nothing differs. */
export type BlockDetails = { metadata: MetadataChange | undefined; content: TextChange | undefined };

export type VersionDiff = {
  title: TextChange | undefined;
  contentType: Change<ContentType> | undefined;
  metadata: MetadataChange | undefined;
  visibility: Change<Visibility> | undefined;
  folderId: Change<string> | undefined;
  blocks: readonly BlockChange[];
  /** Of changed blocks, by their place in `to`. */
  details: ReadonlyMap<number, BlockDetails>;
};

/**
 * Yields between pieces of work. The most expensive pieces take tens of milliseconds: to hash one content or metadata
 * of the size of a body, to pair 100,000 equal items, to split 400,000 characters into words.
 */
export function* compareVersions(
  from: Version,
  to: Version,
  { effort = new Effort(BLOCK_STEPS), allowance = new WordAllowance() } = {},
): Generator<void, VersionDiff> {
  const title = yield* compareTexts(from.title, to.title, new WordAllowance());
  const metadata = yield* compareMetadata(from, to);
  const blocks = yield* compareBlocks(from.blocks, to.blocks, effort);
  const details = new Map<number, BlockDetails>();
  for (const entry of blocks) {
    if (entry.change !== 'changed') continue;
    const before = from.blocks[entry.from] as DocumentBlock;
    const after = to.blocks[entry.to] as DocumentBlock;
    details.set(entry.to, {
      metadata: yield* compareMetadata(before, after),
      content: yield* compareTexts(before.content, after.content, allowance),
    });
  }
  return {
    title,
    contentType: changeOf(from.contentType, to.contentType),
    metadata,
    visibility: changeOf(from.document.visibility, to.document.visibility),
    folderId: changeOf(from.document.folderId, to.document.folderId),
    blocks,
    details,
  };
}

function changeOf<T extends string>(from: T, to: T): Change<T> | undefined {
  return from === to ? undefined : { from, to };
}

type WithMetadata = { metadata: JsonObject | null };

function* compareMetadata(from: WithMetadata, to: WithMetadata): Generator<void, MetadataChange | undefined> {
  const before = jsonKey(from.metadata);
  yield;
  const isEqual = before === jsonKey(to.metadata);
  yield;
  return isEqual ? undefined : { from: from.metadata, to: to.metadata };
}

function* compareTexts(from: string, to: string, allowance: WordAllowance): Generator<void, TextChange | undefined> {
  if (from === to) return undefined;
  return { from, to, spans: yield* wordSpans(from, to, allowance) };
}
