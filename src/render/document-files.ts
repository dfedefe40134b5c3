import type { JsonObject } from '../domain/json.js';
import { markdownInSteps } from '../markdown/document-to-markdown.js';
import { MAX_FORMATTED_BLOCK } from '../viewer/limits.js';
import type { ViewedBlock, ViewedDocument } from '../viewer/viewed-document.js';

export type FileKind = 'md' | 'json';
export type FileOptions = { kind: FileKind; createdAt: string };

/** Part of the entity tags: raise it with each change of the files. */
export const FILE_WRITER = 3;

/** What pages show, and what the form of the Markdown depends on. The rest of the metadata is for the owner. */
const SHOWN_METADATA = ['lang', 'description', 'tags'];
const SHOWN_OF_BLOCKS = [
  ...['level', 'listType', 'language', 'info', 'raw', 'footnotes'],
  ...['url', 'src', 'alt', 'title', 'caption', 'width', 'height'],
];

const LONGEST_METADATA = 20_000;
/** Written in about a millisecond. */
const SLICE_CHARACTERS = 200_000;
/** Copied in about a millisecond. */
const COPIED_BYTES = 250_000;
/** A piece takes as long as so many bytes of it, beside its bytes. */
const PIECE_BYTES = 100;

function only(names: readonly string[], metadata: JsonObject | null): JsonObject | null {
  const shown = Object.entries(metadata ?? {}).filter(([name]) => names.includes(name));
  return shown.length === 0 ? null : Object.fromEntries(shown);
}

function publicBlock(block: ViewedBlock): ViewedBlock {
  return { ...block, metadata: only(SHOWN_OF_BLOCKS, block.metadata) };
}

/** The file of a public document as UTF-8. Yields to other requests after each block. Undefined: no such file. */
export function writeFile(options: FileOptions, document: ViewedDocument): Generator<void, Buffer> | undefined {
  if (options.kind === 'json') return writeJson(options, document);
  const metadata = only(SHOWN_METADATA, document.metadata);
  const blocks = document.blocks.map(publicBlock);
  if (JSON.stringify(metadata).length > LONGEST_METADATA || blocks.some(isTooLong)) return undefined;
  return encoded(markdownInSteps({ ...document, metadata, blocks, visibility: 'public' }));
}

function* encoded(writing: Generator<void, string>): Generator<void, Buffer> {
  const pieces: Buffer[] = [];
  for (const slice of slicesOf(yield* writing)) {
    pieces.push(Buffer.from(slice));
    yield;
  }
  return yield* joined(pieces);
}

/** A copy at once would touch all the memory of a large file in one step. */
function* joined(pieces: readonly Buffer[]): Generator<void, Buffer> {
  const file = Buffer.allocUnsafeSlow(pieces.reduce((size, { length }) => size + length, 0));
  let [at, copied] = [0, 0];
  for (const piece of pieces) {
    at += piece.copy(file, at);
    copied += piece.length + PIECE_BYTES;
    if (copied > COPIED_BYTES) {
      yield;
      copied = 0;
    }
  }
  return file;
}

/** At least one. No pair of surrogates is cut. */
function* slicesOf(text: string): Generator<string> {
  let start = 0;
  do {
    const end = start + SLICE_CHARACTERS;
    const next = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
    yield text.slice(start, next);
    start = next;
  } while (start < text.length);
}

/** A block is written in one go, as is the metadata of the document. */
function isTooLong({ content, metadata }: ViewedBlock): boolean {
  const texts = [content, ...Object.values(metadata ?? {})];
  return (
    texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0) > MAX_FORMATTED_BLOCK
  );
}

/** As the owner reads it, without the folder. Yields within long blocks too. */
function* writeJson({ createdAt }: FileOptions, document: ViewedDocument): Generator<void, Buffer> {
  const members = {
    id: document.id,
    url: document.url,
    title: document.title,
    content_type: document.contentType,
    metadata: only(SHOWN_METADATA, document.metadata),
    visibility: 'public',
    created_at: createdAt,
    updated_at: document.updatedAt,
  };
  const pieces = [Buffer.from(`${JSON.stringify(members).slice(0, -1)},"blocks":[`)];
  let text = '';
  for (const block of document.blocks) {
    const { id, order, type, content, metadata } = publicBlock(block);
    text += `${JSON.stringify({ id, order, type }).slice(0, -1)},"content":"`;
    for (const slice of slicesOf(content)) {
      pieces.push(Buffer.from(text + JSON.stringify(slice).slice(1, -1)));
      text = '';
      yield;
    }
    text = `","metadata":${JSON.stringify(metadata)}},`;
  }
  pieces.push(Buffer.from(`${text.replace(/,$/, '')}]}`));
  return yield* joined(pieces);
}
