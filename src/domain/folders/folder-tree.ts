import type { CurrentFolder } from '../folder.js';
import { compareUtf8 } from '../result-order.js';
import type { IdempotencyMark } from '../version.js';
import { MOST_FOLDER_MARKS, type FolderChange, type FolderEntry, type FolderNode } from './changes.js';

/** What a folder takes without its name, and a mark. */
const NODE_BYTES = 400;
const MARK_BYTES = 160;

/** Folders in memory, of one owner, after the entries of the log up to `revision`. Paths are derived by climbing. */
export class FolderTree {
  readonly owner: string;
  #revision = 0;
  #living = 0;
  #bytes = 0;
  readonly #folders = new Map<string, FolderNode>();
  /** Living ones by parent, each list by name, then identifier, in UTF-8 byte order. */
  readonly #children = new Map<string | null, FolderNode[]>();

  /** What `placeOf` found since the last entry: most documents of a page are in few folders. */
  readonly #places = new Map<string, string | null | undefined>();

  constructor(owner: string, revision = 0) {
    this.owner = owner;
    this.#revision = revision;
  }

  /** The number of the last entry. */
  get revision(): number {
    return this.#revision;
  }

  /** Deleted ones included. */
  get size(): number {
    return this.#folders.size;
  }

  /** About what it takes in memory, and in the log. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About the number of folders that exist. */
  get living(): number {
    return this.#living;
  }

  set living(count: number) {
    this.#living = count;
  }

  /** Deleted ones included. Those in one folder come in their order, so that `add` need not look for their places. */
  *nodes(): Generator<FolderNode, undefined> {
    for (const siblings of this.#children.values()) yield* siblings;
    for (const node of this.#folders.values()) if (!isLiving(node)) yield node;
    return undefined;
  }

  /** Of a snapshot. In the end `living` is set: folders below deleted ones count until then. */
  add(node: FolderNode): void {
    this.#set(node);
    if (isLiving(node)) this.#attach(node);
  }

  apply({ number, at, changes }: FolderEntry): void {
    for (const change of changes) this.#change(change, { number, at });
    this.#revision = number;
  }

  /** Also of a folder that was deleted. */
  knows(id: string): boolean {
    return this.#folders.has(id);
  }

  /** Undefined: there is none, or it is gone, or a folder above it went with all below. */
  node(id: string): FolderNode | undefined {
    const node = this.#folders.get(id);
    return node && isLiving(node) && this.#isShown(node) ? node : undefined;
  }

  folder(id: string): CurrentFolder | undefined {
    const node = this.node(id);
    return node && this.describe(node);
  }

  describe(node: FolderNode): CurrentFolder {
    const names = [node.name];
    for (let at = this.#above(node); at; at = this.#above(at)) names.push(at.name);
    const { id, name, parentId, createdAt, updatedAt, revision } = node;
    const path = `/${names.reverse().join('/')}`;
    return { id, owner: this.owner, name, parentId, path, depth: names.length - 1, createdAt, updatedAt, revision };
  }

  /**
   * Where a document is that names this folder: null in the root, undefined nowhere, as the folder went with all below
   * it. A document that is left in a folder that was deleted as empty is in the nearest one above that exists. What the
   * tree does not know is what a process of an older release has made.
   */
  placeOf(folderId: string): string | null | undefined {
    if (!this.#places.has(folderId)) this.#places.set(folderId, this.#findPlace(folderId));
    return this.#places.get(folderId);
  }

  #findPlace(folderId: string): string | null | undefined {
    let place: string | null | undefined;
    for (let node = this.#folders.get(folderId); node; node = this.#above(node)) {
      if (node.state === 'dropped') return undefined;
      if (place === undefined && isLiving(node)) place = node.id;
      if (node.parentId === null) return place ?? null;
    }
    return place ?? (this.knows(folderId) ? null : folderId);
  }

  /** Living ones directly in a folder; null: in the root. In their order. */
  childrenOf(parentId: string | null): readonly FolderNode[] {
    return this.#children.get(parentId) ?? [];
  }

  /** Of the folders of a name in a parent the one that was made first. */
  named(parentId: string | null, name: string): FolderNode | undefined {
    const children = this.childrenOf(parentId);
    let first: FolderNode | undefined;
    for (let at = placeIn(children, { name, id: '' }); children[at]?.name === name; at++) {
      const node = children[at] as FolderNode;
      if (!first || isEarlier(node, first)) first = node;
    }
    return first;
  }

  /** The folder at the names from the root down, and the names that are missing below it. */
  walk(names: readonly string[]): { lowest: string | null; missing: readonly string[] } {
    let lowest: string | null = null;
    for (const [depth, name] of names.entries()) {
      const found = this.named(lowest, name);
      if (!found) return { lowest, missing: names.slice(depth) };
      lowest = found.id;
    }
    return { lowest, missing: [] };
  }

  /** Whether it is the folder, or below it. */
  isWithin(id: string | null, topId: string): boolean {
    for (let at = id; at !== null; at = this.#folders.get(at)?.parentId ?? null) if (at === topId) return true;
    return false;
  }

  /** All that are below the folder, the upper ones first; undefined: they are more than `most`. */
  below(topId: string, most = Infinity): FolderNode[] | undefined {
    const found: FolderNode[] = [];
    for (const siblings of this.#siblingsBelow(topId)) {
      if (found.length + siblings.length > most) return undefined;
      for (const node of siblings) found.push(node);
    }
    return found;
  }

  /** Folders that went since then with all below. */
  droppedSince(time: string): string[] {
    const dropped: string[] = [];
    for (const { id, state, updatedAt } of this.#folders.values()) {
      if (state === 'dropped' && updatedAt > time) dropped.push(id);
    }
    return dropped;
  }

  #change(change: FolderChange, { number, at }: { number: number; at: string }): void {
    if (change.kind === 'base') return;
    if (change.kind === 'create') return this.#create(change, at);
    const node = this.#folders.get(change.id);
    if (!node) return;
    if (change.kind === 'move') this.#move(node, change, at);
    else if (change.kind === 'close') this.#replace(node, { ...node, state: 'closing', closedBy: number });
    else if (change.kind === 'keep') this.#keep(node.id);
    else this.#end(node, change.kind === 'drop' ? 'dropped' : 'deleted', at);
  }

  #create(change: FolderChange & { kind: 'create' }, at: string): void {
    const { id, name, parentId, mark, createdAt = at } = change;
    if (this.#folders.has(id)) return;
    this.#keep(parentId);
    const marks = mark ? [{ ...mark, revision: 1 }] : [];
    const common = { createdAt, updatedAt: createdAt, revision: 1, closedBy: 0, marks };
    this.add({ id, name, parentId, ...common, state: 'living' });
  }

  #move(node: FolderNode, { name, parentId, mark }: FolderChange & { kind: 'move' }, at: string): void {
    this.#keep(parentId);
    const updatedAt = at > node.updatedAt ? at : node.updatedAt;
    const changed = { ...kept(node), name, parentId, updatedAt, revision: node.revision + 1 };
    this.#detach(node);
    this.add(mark ? { ...changed, marks: marksWith(changed, mark) } : changed);
  }

  #end(node: FolderNode, state: 'deleted' | 'dropped', at: string): void {
    if (!isLiving(node)) return;
    for (const siblings of this.#siblingsBelow(node.id)) this.#living -= siblings.length;
    this.#detach(node);
    this.#set({ ...node, state, closedBy: 0, updatedAt: at });
  }

  #set(node: FolderNode): void {
    this.#places.clear();
    const before = this.#folders.get(node.id);
    this.#bytes += bytesOf(node) - (before ? bytesOf(before) : 0);
    this.#folders.set(node.id, node);
  }

  /** A folder that is closing is kept by what is put there. */
  #keep(id: string | null): void {
    const node = id === null ? undefined : this.#folders.get(id);
    if (node) this.#replace(node, kept(node));
  }

  /** By one of the same name in the same folder. */
  #replace(node: FolderNode, other: FolderNode): void {
    const siblings = this.#children.get(node.parentId) ?? [];
    const at = placeIn(siblings, node);
    if (siblings[at] === node) siblings[at] = other;
    this.#set(other);
  }

  #attach(node: FolderNode): void {
    const siblings = this.#children.get(node.parentId);
    if (!siblings) this.#children.set(node.parentId, [node]);
    else siblings.splice(placeIn(siblings, node), 0, node);
    this.#living++;
  }

  #detach(node: FolderNode): void {
    const siblings = this.#children.get(node.parentId) ?? [];
    const at = placeIn(siblings, node);
    if (siblings[at] !== node) return;
    siblings.splice(at, 1);
    if (siblings.length === 0) this.#children.delete(node.parentId);
    this.#living--;
  }

  *#siblingsBelow(topId: string): Generator<readonly FolderNode[], undefined> {
    const found = [this.childrenOf(topId)];
    for (const siblings of found) {
      yield siblings;
      for (const { id } of siblings) {
        const children = this.#children.get(id);
        if (children) found.push(children);
      }
    }
    return undefined;
  }

  #above({ parentId }: FolderNode): FolderNode | undefined {
    return parentId === null ? undefined : this.#folders.get(parentId);
  }

  #isShown(node: FolderNode): boolean {
    for (let at: FolderNode | undefined = node; at; at = this.#above(at)) if (at.state === 'dropped') return false;
    return true;
  }
}

function bytesOf({ name, marks }: FolderNode): number {
  return NODE_BYTES + 2 * name.length + MARK_BYTES * marks.length;
}

function isLiving({ state }: FolderNode): boolean {
  return state === 'living' || state === 'closing';
}

function kept(node: FolderNode): FolderNode {
  return node.state === 'closing' ? { ...node, state: 'living', closedBy: 0 } : node;
}

/** That of the creation stays: a repeat of it comes to the same folder. */
function marksWith({ marks, revision }: FolderNode, mark: IdempotencyMark): FolderNode['marks'] {
  const made = marks.filter((each) => each.revision === 1);
  const changed = marks.slice(made.length).slice(made.length + 1 - MOST_FOLDER_MARKS);
  return [...made, ...changed, { ...mark, revision }];
}

/** Where it is in the list, or belongs. */
function placeIn(nodes: readonly FolderNode[], node: Pick<FolderNode, 'name' | 'id'>): number {
  let [low, high] = [0, nodes.length];
  // Of a snapshot, each comes after those that are there.
  const last = nodes.at(-1);
  if (last && compare(last, node) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(nodes[middle] as FolderNode, node) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(one: Pick<FolderNode, 'name' | 'id'>, other: Pick<FolderNode, 'name' | 'id'>): number {
  return compareUtf8(one.name, other.name) || compareUtf8(one.id, other.id);
}

function isEarlier(one: FolderNode, other: FolderNode): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}
