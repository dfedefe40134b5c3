import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import type { FolderChange, FolderEntry, FolderNode, FolderState } from '../domain/folders/changes.js';
import { FolderTree } from '../domain/folders/folder-tree.js';
import { chunksOf } from '../platform/chunks.js';
import type { ObjectStore } from '../ports/object-store.js';
import {
  checkObject,
  decodeObject,
  encodeObject,
  readDecoded,
  readObject,
  UnreadableObjectError,
} from './json-objects.js';
import {
  FOLDER_SWEEPS_PREFIX,
  folderEntryKey,
  folderEntryOfKey,
  folderSweepKey,
  folderSweepOfKey,
  folderTreeKey,
  folderTreePrefix,
  type FolderSweep,
} from './object-keys.js';
import { Id, Life, oneOf, OwnerName, shapeOf, Time } from './shapes.js';

/** In code points, as in folders of older releases. */
const LONGEST_NAME = 480;

const Name = Type.String({ maxLength: LONGEST_NAME });
const Parent = Type.Union([Id, Type.Null()]);
const Mark = Type.Object({ key: Type.String(), request: Type.String() });

const STORED_CHANGE = Type.Union([
  Type.Object({
    kind: oneOf(['create', 'move'] as const),
    id: Id,
    name: Name,
    parent_id: Parent,
    mark: Type.Optional(Mark),
    created_at: Type.Optional(Time),
  }),
  Type.Object({ kind: oneOf(['close', 'keep', 'delete', 'drop'] as const), id: Id }),
  Type.Object({ kind: oneOf(['base'] as const) }),
]);
const STORED_ENTRY = Type.Object({
  write_id: Type.String(),
  owner: OwnerName,
  number: Life,
  created_at: Time,
  changes: Type.Array(STORED_CHANGE),
});
/** The first line of a tree, with the number of folders that exist. Each other line has some folders. */
const STORED_TREE = Type.Object({ owner: OwnerName, number: Life, living: Type.Integer({ minimum: 0 }) });
const STORED_NODES = Type.Array(
  Type.Object({
    id: Id,
    name: Name,
    parent_id: Parent,
    created_at: Time,
    updated_at: Time,
    revision: Life,
    state: oneOf(['living', 'closing', 'deleted', 'dropped'] as const satisfies FolderState[]),
    closed_by: Type.Integer({ minimum: 0 }),
    marks: Type.Optional(Type.Array(Type.Object({ ...Mark.properties, revision: Life }))),
  }),
);
type StoredNode = Static<typeof STORED_NODES>[number];

const entryShape = shapeOf(STORED_ENTRY);
const treeShape = shapeOf(STORED_TREE);
const nodesShape = shapeOf(STORED_NODES);

/** A line takes less than a millisecond. */
const NODES_A_LINE = 250;

/** What the log has of an owner's folders, by number, in order. */
export type LoggedTree = { entries: number[]; trees: number[] };

/** The folders of each owner: numbered entries, and the folders after some of them, which serve in their place. */
export class FolderTreeLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** The step that decides a change. `taken` may mean an own attempt with a lost answer: compare the write ids. */
  async claim(owner: string, entry: FolderEntry): Promise<'claimed' | 'taken'> {
    const outcome = await this.#store.create(folderEntryKey(owner, entry.number), encodeEntry(owner, entry));
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(owner: string, number: number): Promise<FolderEntry | undefined> {
    const key = folderEntryKey(owner, number);
    const stored = await readDecoded(this.#store, key, entryShape);
    if (!stored) return undefined;
    expectPlace(key, owner, { ...stored, number, found: stored.number });
    return { number, writeId: stored.write_id, at: stored.created_at, changes: stored.changes.map(changeOf) };
  }

  /** All beyond the number `after`. */
  async list(owner: string, after: number): Promise<LoggedTree> {
    const found: LoggedTree = { entries: [], trees: [] };
    for await (const key of this.#store.list(folderTreePrefix(owner), { after: folderTreeKey(owner, after) })) {
      const at = folderEntryOfKey(key);
      if (at) (at.isTree ? found.trees : found.entries).push(at.number);
    }
    return found;
  }

  async readTree(owner: string, number: number): Promise<FolderTree | undefined> {
    const key = folderTreeKey(owner, number);
    const body = await readObject(this.#store, key);
    if (!body) return undefined;
    const lines = linesOf(body);
    const head = decodeObject(key, lines.next().value ?? Buffer.of(), treeShape);
    expectPlace(key, owner, { ...head, number, found: head.number });
    const tree = new FolderTree(owner, number);
    for (const line of lines) {
      for (const node of checkObject(key, parsed(key, line), nodesShape)) tree.add(nodeOf(node));
      await nextTurn();
    }
    tree.living = head.living;
    return tree;
  }

  /** One that is there stays. The tree must not change meanwhile. */
  async writeTree(tree: FolderTree, number = tree.revision): Promise<void> {
    const { owner, living } = tree;
    const lines: Uint8Array[] = [encodeObject({ owner, number, living })];
    for (const chunk of chunksOf(tree.nodes(), NODES_A_LINE)) {
      lines.push(Buffer.from(`\n${JSON.stringify(chunk.map(storedNode))}`));
      await nextTurn();
    }
    await this.#store.create(folderTreeKey(owner, number), Buffer.concat(lines));
  }

  async remove(owner: string, number: number): Promise<void> {
    await this.#store.remove(folderEntryKey(owner, number));
  }

  async removeTree(owner: string, number: number): Promise<void> {
    await this.#store.remove(folderTreeKey(owner, number));
  }

  /** Before the folder goes with all below. The key says everything. */
  async noteSweep(sweep: FolderSweep): Promise<void> {
    await this.#store.create(folderSweepKey(sweep), encodeObject({}));
  }

  /** All documents that were below are removed. */
  async endSweep(sweep: FolderSweep): Promise<void> {
    await this.#store.remove(folderSweepKey(sweep));
  }

  /** That have not ended, of all owners. */
  async *sweeps(): AsyncGenerator<FolderSweep, undefined> {
    for await (const key of this.#store.list(FOLDER_SWEEPS_PREFIX)) {
      const sweep = folderSweepOfKey(key);
      if (sweep) yield sweep;
    }
    return undefined;
  }
}

/** Raises `UnreadableObjectError` for what is neither an entry nor the folders after one. */
export function decodeFolderObject(key: string, body: Uint8Array): void {
  if (!folderEntryOfKey(key)?.isTree) return void decodeObject(key, body, entryShape);
  const lines = linesOf(body);
  decodeObject(key, lines.next().value ?? Buffer.of(), treeShape);
  for (const line of lines) checkObject(key, parsed(key, line), nodesShape);
}

/** UTF-8 bytes of the entry in the log. */
export function bytesOfEntry(owner: string, entry: FolderEntry): number {
  return encodeEntry(owner, entry).length;
}

function encodeEntry(owner: string, { number, writeId, at, changes }: FolderEntry): Uint8Array {
  return encodeObject({ write_id: writeId, owner, number, created_at: at, changes: changes.map(storedChange) });
}

function storedChange(change: FolderChange): object {
  if (!('name' in change)) return change;
  const { kind, id, name, parentId, mark } = change;
  const createdAt = change.kind === 'create' ? change.createdAt : undefined;
  return { kind, id, name, parent_id: parentId, mark, created_at: createdAt };
}

function changeOf(stored: Static<typeof STORED_CHANGE>): FolderChange {
  if (!('name' in stored)) return stored;
  const { kind, id, name, parent_id: parentId, mark, created_at: createdAt } = stored;
  const common = { kind, id, name, parentId, ...(mark && { mark }) };
  return createdAt === undefined ? common : { ...common, createdAt };
}

function storedNode(node: FolderNode): StoredNode {
  const { id, name, parentId, createdAt, updatedAt, revision, state, closedBy, marks } = node;
  const times = { created_at: createdAt, updated_at: updatedAt, revision };
  const stored = { id, name, parent_id: parentId, ...times, state, closed_by: closedBy };
  return marks.length > 0 ? { ...stored, marks: [...marks] } : stored;
}

function nodeOf(stored: StoredNode): FolderNode {
  const { id, name, revision, state, marks = [] } = stored;
  const times = { createdAt: stored.created_at, updatedAt: stored.updated_at };
  return { id, name, parentId: stored.parent_id, ...times, revision, state, closedBy: stored.closed_by, marks };
}

function* linesOf(body: Uint8Array): Generator<Uint8Array, undefined> {
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(NEWLINE, start);
    yield body.subarray(start, end === -1 ? body.length : end);
    if (end === -1) return undefined;
    start = end + 1;
  }
  return undefined;
}

const NEWLINE = 10;

function parsed(key: string, line: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(line).toString('utf8')) as unknown;
  } catch {
    throw new UnreadableObjectError(`the object ${key} is not readable`);
  }
}

function expectPlace(key: string, owner: string, at: { owner: string; number: number; found: number }): void {
  if (at.owner === owner && at.number === at.found) return;
  throw new UnreadableObjectError(`the object ${key} is entry ${at.found} of the folders of ${at.owner}`);
}
