import { linkSync, mkdirSync, writeFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Change, TracedStep } from './trace.js';

type File = { kind: 'file'; data: string; synced: string };
type Folder = { kind: 'folder'; entries: Map<string, Node>; synced: Map<string, Node> };
type Node = File | Folder;

/** How likely a change that was not synced is on the disk all the same, each for itself; and what decides it. */
export type Luck = { chance: number; random: () => number };

/**
 * A disk that is sure to have what was synced and nothing else: of a file its bytes, of a folder its entries. A sync
 * holds what was complete when it began. Where an entry leads to a folder or file of which nothing was synced, that is
 * empty.
 */
export class RecordedDisk {
  readonly #root: string;
  readonly #top: Folder;
  /** What each sync that has begun will make durable. */
  readonly #held = new Map<TracedStep<Change>, () => void>();

  /** As it is under `root` after the power came back: all of it has outlived the failure. */
  static of(root: string): RecordedDisk {
    const byInode = new Map<number, Node>();
    return new RecordedDisk(root, folderAt(root, byInode));
  }

  /** As `root` was before anything was in it. */
  static empty(root: string): RecordedDisk {
    return new RecordedDisk(root, { kind: 'folder', entries: new Map(), synced: new Map() });
  }

  private constructor(root: string, top: Folder) {
    this.#root = root;
    this.#top = top;
  }

  /** What of the changes happened before the step `cut`. */
  apply(changes: readonly TracedStep<Change>[], cut: number): void {
    const happened = changes.filter(({ ended }) => ended < cut);
    const begins = happened
      .filter(({ kind }) => kind === 'sync')
      .map((sync) => ({ at: sync.began, do: () => this.#hold(sync) }));
    const ends = happened.map((change) => ({ at: change.ended, do: () => this.#change(change) }));
    for (const event of [...begins, ...ends].sort((a, b) => a.at - b.at)) event.do();
  }

  /** Writes to the new folder `to` what is left when the power fails now. */
  fail(to: string, luck: Luck): void {
    write(to, { node: this.#top, luck, written: new Map() });
  }

  #hold(sync: TracedStep<Change>): void {
    const node = this.#find((sync as { path: string }).path);
    if (node.kind === 'file') {
      const { data } = node;
      this.#held.set(sync, () => {
        node.synced = data;
      });
    } else {
      const entries = new Map(node.entries);
      this.#held.set(sync, () => {
        node.synced = entries;
      });
    }
  }

  #change(change: TracedStep<Change>): void {
    switch (change.kind) {
      case 'make folder':
        return this.#enterNew(change.path, { kind: 'folder', entries: new Map(), synced: new Map() });
      case 'make file':
        return this.#enter(change.path, { kind: 'file', data: '', synced: '' });
      case 'write':
        return void Object.assign(this.#find(change.path), { data: change.data });
      case 'link':
        return this.#enterNew(change.to, this.#find(change.from));
      case 'rename':
        this.#enter(change.to, this.#find(change.from));
        return void this.#folderOf(change.from).entries.delete(basename(change.from));
      case 'unlink':
        return void this.#folderOf(change.path).entries.delete(basename(change.path));
      case 'sync':
        return this.#held.get(change)?.();
    }
  }

  /** Of several that make the same, one makes it; the trace may tell of others. */
  #enterNew(path: string, node: Node): void {
    if (!this.#folderOf(path).entries.has(basename(path))) this.#enter(path, node);
  }

  #enter(path: string, node: Node): void {
    this.#folderOf(path).entries.set(basename(path), node);
  }

  #folderOf(path: string): Folder {
    return this.#find(dirname(path)) as Folder;
  }

  #find(path: string): Node {
    let node: Node = this.#top;
    for (const name of relative(this.#root, path)
      .split('/')
      .filter((part) => part !== '')) {
      const next: Node | undefined = (node as Folder).entries.get(name);
      if (!next) throw new Error(`the trace knows nothing of ${path}`);
      node = next;
    }
    return node;
  }
}

type Left = { node: Node; luck: Luck; written: Map<Node, string> };

function write(path: string, { node, luck, written }: Left): void {
  const other = written.get(node);
  if (other !== undefined && node.kind === 'file') return linkSync(other, path);
  written.set(node, path);
  if (node.kind === 'file') return writeFileSync(path, bytesLeft(node, luck));
  mkdirSync(path);
  for (const [name, child] of entriesLeft(node, luck)) write(join(path, name), { node: child, luck, written });
}

/** Half of the bytes, too, where none are sure. */
function bytesLeft({ data, synced }: File, { chance, random }: Luck): string {
  if (data === synced || random() >= chance) return synced;
  return random() < 0.5 ? data : data.slice(0, data.length / 2);
}

function entriesLeft({ entries, synced }: Folder, { chance, random }: Luck): Map<string, Node> {
  const left = new Map(synced);
  for (const name of new Set([...entries.keys(), ...synced.keys()])) {
    const now = entries.get(name);
    if (now === synced.get(name) || random() >= chance) continue;
    if (now) left.set(name, now);
    else left.delete(name);
  }
  return left;
}

function folderAt(path: string, byInode: Map<number, Node>): Folder {
  const entries = new Map<string, Node>();
  for (const name of readdirSync(path)) entries.set(name, nodeAt(join(path, name), byInode));
  return { kind: 'folder', entries, synced: new Map(entries) };
}

function nodeAt(path: string, byInode: Map<number, Node>): Node {
  const { ino } = statSync(path);
  const known = byInode.get(ino);
  if (known) return known;
  const data = statSync(path).isDirectory() ? undefined : readFileSync(path, 'utf8');
  const node: Node = data === undefined ? folderAt(path, byInode) : { kind: 'file', data, synced: data };
  byInode.set(ino, node);
  return node;
}
