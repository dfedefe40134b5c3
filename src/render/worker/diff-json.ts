import type { BlockChange } from '../../domain/diff/compare-blocks.js';
import type { BlockDetails, Change, VersionDiff } from '../../domain/diff/compare-versions.js';
import type { DocumentBlock, NewBlock } from '../../domain/document.js';
import type { Version } from '../../domain/version.js';

type Versions = { from: Version; to: Version };

/** Smaller pieces are put together before they are coded. */
const CODED_CHARACTERS = 64 * 1024;

/** JSON in UTF-8, made in pieces. A piece is at most as large as one block. */
export function* diffJson(versions: Versions, diff: VersionDiff): Generator<void, Buffer<ArrayBuffer>> {
  const coded: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(versions, diff)) {
    text += piece;
    if (text.length >= CODED_CHARACTERS) {
      coded.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  return Buffer.concat([...coded, Buffer.from(text)]);
}

function* piecesOf(versions: Versions, { blocks, details, ...diff }: VersionDiff): Generator<string> {
  const { from, to } = versions;
  const { title, contentType, metadata, visibility, folderId } = diff;
  const fields = { title, content_type: contentType, metadata, visibility, folder_id: folderId };
  const members = { document_id: to.document.id, from: presentVersion(from), to: presentVersion(to), fields };
  yield `${JSON.stringify(members).slice(0, -1)},"blocks":[`;
  let separator = '';
  for (const entry of blocks) {
    yield separator;
    if (entry.change === 'changed') yield* changedPieces(entry, versions, details.get(entry.to));
    else yield JSON.stringify({ ...entry, block: blockOf(entry, versions) });
    separator = ',';
  }
  yield ']}';
}

function presentVersion({ version, createdAt, author }: Version) {
  return { version, created_at: createdAt, author: author && { key_id: author.keyId, label: author.label } };
}

/** Undefined where the block is known from the other version. */
function blockOf(entry: BlockChange, { from, to }: Versions): NewBlock | undefined {
  if (entry.change === 'added') return presentBlock(to.blocks[entry.to] as DocumentBlock);
  if (entry.change === 'removed') return presentBlock(from.blocks[entry.from] as DocumentBlock);
  return undefined;
}

function presentBlock({ type, content, metadata }: DocumentBlock): NewBlock {
  return { type, content, metadata };
}

type Changed = Extract<BlockChange, { change: 'changed' }>;

function* changedPieces(entry: Changed, versions: Versions, details: BlockDetails | undefined): Generator<string> {
  const from = versions.from.blocks[entry.from]?.type;
  const to = versions.to.blocks[entry.to]?.type;
  yield JSON.stringify({ ...entry, type: from === to ? undefined : { from, to } }).slice(0, -1);
  const { metadata, content } = details ?? {};
  if (metadata) yield* bothPieces('metadata', metadata);
  if (content?.spans) yield `,"content":${JSON.stringify({ spans: content.spans })}`;
  else if (content) yield* bothPieces('content', content);
  yield '}';
}

function* bothPieces(name: string, { from, to }: Change<unknown>): Generator<string> {
  yield `,"${name}":{"from":${JSON.stringify(from)}`;
  yield `,"to":${JSON.stringify(to)}}`;
}
