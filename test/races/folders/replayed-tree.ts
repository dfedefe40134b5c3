import { expect } from 'chai';
import type { FolderEntry } from '../../../src/domain/folders/changes.js';
import { FolderTreeLog } from '../../../src/log/folder-tree-log.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openObjectStore } from '../../../src/server/backends.js';

export type ReplayedFolder = {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly revision: number;
  /** `gone`: it was deleted as empty. `dropped`: all below went with it. */
  readonly state: 'living' | 'gone' | 'dropped';
  readonly madeAs: number;
};

/** The folders after one entry of the log, as plainly as can be: every question looks at all of them. */
export class ReplayedTree {
  readonly #folders: ReadonlyMap<string, ReplayedFolder>;

  constructor(folders: ReadonlyMap<string, ReplayedFolder> = new Map()) {
    this.#folders = folders;
  }

  /** Fails where the entry leaves no tree. */
  after(entry: FolderEntry): ReplayedTree {
    const folders = new Map(this.#folders);
    for (const change of entry.changes) {
      if (change.kind === 'base') throw new Error('nobody had folders before');
      const before = folders.get(change.id);
      if (change.kind === 'create') {
        expect(before, `${change.id} is made twice`).to.equal(undefined);
        const made = { revision: 1, state: 'living', madeAs: entry.number } as const;
        folders.set(change.id, { id: change.id, name: change.name, parentId: change.parentId, ...made });
      } else if (change.kind === 'move') {
        const { name, parentId } = change;
        folders.set(change.id, { ...before!, name, parentId, revision: before!.revision + 1 });
      } else if (change.kind === 'delete' || change.kind === 'drop') {
        folders.set(change.id, { ...before!, state: change.kind === 'drop' ? 'dropped' : 'gone' });
      }
    }
    const after = new ReplayedTree(folders);
    for (const change of entry.changes) if ('id' in change) this.#expectTree(after, change, entry.number);
    return after;
  }

  /** Undefined: it does not exist. */
  folder(id: string): ReplayedFolder | undefined {
    const found = this.#folders.get(id);
    return found?.state === 'living' && this.chainOf(id) ? found : undefined;
  }

  known(id: string): ReplayedFolder | undefined {
    return this.#folders.get(id);
  }

  /** From the root down to the folder; undefined where one of them is not living. */
  chainOf(id: string): ReplayedFolder[] | undefined {
    const chain: ReplayedFolder[] = [];
    for (let at: string | null = id; at !== null;) {
      const found: ReplayedFolder | undefined = this.#folders.get(at);
      if (found?.state !== 'living') return undefined;
      expect(chain.length, 'there is a cycle').to.be.below(this.#folders.size);
      chain.unshift(found);
      at = found.parentId;
    }
    return chain;
  }

  pathOf(id: string): string | undefined {
    const names = this.chainOf(id)?.map(({ name }) => name);
    return names && `/${names.join('/')}`;
  }

  /** The identifiers of all that exist. */
  living(): string[] {
    return [...this.#folders.keys()].filter((id) => this.folder(id));
  }

  childrenOf(parentId: string | null): ReplayedFolder[] {
    return [...this.#folders.values()].filter((each) => each.parentId === parentId && this.folder(each.id));
  }

  isWithin(id: string | null, top: string): boolean {
    return id !== null && (this.chainOf(id) ?? []).some((each) => each.id === top);
  }

  /** Of twins the one that was made first. */
  atPath(path: string): string | undefined {
    let at: ReplayedFolder | undefined;
    for (const name of path.slice(1).split('/')) {
      const found = this.childrenOf(at?.id ?? null).filter((each) => each.name === name);
      at = found.sort((one, other) => one.madeAs - other.madeAs)[0];
      if (!at) return undefined;
    }
    return at?.id;
  }

  #expectTree(after: ReplayedTree, change: FolderEntry['changes'][number] & { id: string }, number: number): void {
    const what = `entry ${number}: ${JSON.stringify(change)}`;
    if (change.kind === 'create' || change.kind === 'move') {
      expect(after.folder(change.id), `${what} is of a folder that is gone`).not.to.equal(undefined);
    } else if (change.kind === 'delete') {
      expect(this.childrenOf(change.id), `${what} is of one with folders`).to.deep.equal([]);
    }
    if (change.kind !== 'create') expect(this.folder(change.id), `${what} was gone`).not.to.equal(undefined);
  }
}

/** The tree after each entry of the owner's log, the empty one first. */
export async function replay(env: Record<string, string>, owner: string): Promise<ReplayedTree[]> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    const log = new FolderTreeLog(store);
    const { entries } = await log.list(owner, 0);
    expect(entries).to.deep.equal(entries.map((_, n) => n + 1));
    const trees = [new ReplayedTree()];
    for (const number of entries) {
      const entry = (await log.read(owner, number)) as FolderEntry;
      trees.push((trees.at(-1) as ReplayedTree).after(entry));
    }
    return trees;
  } finally {
    await store.close();
  }
}
