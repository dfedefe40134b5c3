import { NO_ASSETS } from '../../src/domain/content/assets.js';
import type { BlockType, NewBlock } from '../../src/domain/document.js';
import { compareVersions } from '../../src/domain/diff/compare-versions.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { Version } from '../../src/domain/version.js';
import { diffJson } from '../../src/render/worker/diff-json.js';
import type { VersionDiff } from '../http/making.js';
import type { SeededRandom } from './oracle/seeded-random.js';

export function block(content: string, type: BlockType = 'paragraph', metadata: JsonObject | null = null): NewBlock {
  return { type, content, metadata };
}

type Parts = { blocks: readonly (NewBlock | string)[] } & Partial<Pick<Version, 'title' | 'contentType' | 'metadata'>>;

/** A version with what a test sets. A text stands for a paragraph. */
export function versionOf({ blocks, ...parts }: Parts, version = 1): Version {
  return {
    deleted: false,
    writeId: 'w',
    document: {
      id: 'd123456789abcdef12345678',
      owner: 'ann',
      folderId: 'root',
      visibility: 'private',
      createdAt: '2026-03-05T10:20:30.000Z',
      byKey: null,
    },
    contentHash: null,
    source: null,
    assets: NO_ASSETS,
    root: null,
    author: null,
    version,
    title: 'A title',
    contentType: 'markdown',
    metadata: null,
    createdAt: '2026-03-05T10:20:30.000Z',
    idempotency: null,
    ...parts,
    blocks: blocks.map((each, order) => ({
      ...(typeof each === 'string' ? block(each) : each),
      id: `b${version}-${order}`,
      order,
    })),
  };
}

/** The answer, as a client reads it. */
export function diffOf(from: Version, to: Version, bounds?: Parameters<typeof compareVersions>[2]): VersionDiff {
  const diff = finish(compareVersions(from, to, bounds));
  return JSON.parse(String(finish(diffJson({ from, to }, diff)))) as VersionDiff;
}

/** Runs work in pieces to its end; `onPiece` is called after each of them. */
export function finish<T>(work: Generator<void, T>, onPiece: () => void = () => undefined): T {
  for (;;) {
    const step = work.next();
    onPiece();
    if (step.done === true) return step.value;
  }
}

const WORDS = ['one', 'two', 'Œuvre', 'Привет', '漢字', '👩‍👩‍👧', 'snake_case', '"', '\\', '1.5', '–', '\u0001'];
const BLANKS = [' ', '  ', '\n', '\u00a0', ''];
const TYPES: readonly BlockType[] = ['heading', 'paragraph', 'code', 'divider'];

/** A version and what a few edits, or many, made of it. */
export function randomPair(random: SeededRandom): { from: Version; to: Version } {
  const blocks = Array.from({ length: random.below(12) }, () => randomBlock(random));
  const edited = [...blocks];
  for (let edits = random.below(10); edits > 0; edits--) editBlocks(edited, random);
  const from = versionOf({ blocks, title: randomText(random), metadata: randomMetadata(random) }, 1);
  const isSame = random.chance(0.3);
  const to = isSame
    ? { title: from.title, metadata: from.metadata }
    : { title: randomText(random), metadata: randomMetadata(random), contentType: 'text' as const };
  return { from, to: versionOf({ ...to, blocks: edited }, 2) };
}

function randomBlock(random: SeededRandom): NewBlock {
  const type = random.pick(TYPES);
  return block(type === 'divider' ? '' : randomText(random), type, randomMetadata(random));
}

function randomText(random: SeededRandom): string {
  const length = 1 + random.below(random.chance(0.5) ? 3 : 30);
  return Array.from({ length }, () => random.pick(WORDS) + random.pick(BLANKS)).join('');
}

function randomMetadata(random: SeededRandom): JsonObject | null {
  const members = random.shuffled([
    ['level', random.below(2)],
    ['__proto__', [{ deep: random.chance(0.5) }]],
  ] as const);
  return random.chance(0.5) ? null : (Object.fromEntries(members) as JsonObject);
}

function editBlocks(blocks: NewBlock[], random: SeededRandom): void {
  const at = random.below(blocks.length + 1);
  const old = blocks[at];
  const edit = random.weighted({ insert: 1, repeat: 1, remove: 1, move: 1, write: 2, mark: 1, retype: 1 });
  if (edit === 'insert' || !old) blocks.splice(at, 0, randomBlock(random));
  else if (edit === 'repeat') blocks.splice(random.below(blocks.length), 0, old);
  else if (edit === 'remove') blocks.splice(at, 1);
  else if (edit === 'move') blocks.splice(random.below(blocks.length), 0, ...blocks.splice(at, 1));
  else if (edit === 'write') blocks[at] = { ...old, content: `${old.content} ${random.pick(WORDS)}` };
  else if (edit === 'mark') blocks[at] = { ...old, metadata: randomMetadata(random) };
  else blocks[at] = { ...old, type: random.pick(TYPES) };
}
