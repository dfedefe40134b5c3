import type { FolderChange, FolderEntry } from '../../../src/domain/folders/changes.js';

type PlainFolder = {
  id: string;
  name: string;
  parentId: string | null;
  state: 'living' | 'closing' | 'deleted' | 'dropped';
  closedBy: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
};

/** What `FolderTree` promises, said as plainly as can be: every question looks at all folders. */
export class PlainTree {
  readonly #byId = new Map<string, PlainFolder>();

  get folders(): PlainFolder[] {
    return [...this.#byId.values()];
  }

  apply({ number, at, changes }: FolderEntry): void {
    for (const change of changes) this.#change(change, number, at);
  }

  find(id: string | null): PlainFolder | undefined {
    return this.#byId.get(String(id));
  }

  /** The folder and those above it, the upper ones last. */
  chain(id: string | null): PlainFolder[] {
    const found = this.find(id);
    return found ? [found, ...this.chain(found.parentId)] : [];
  }

  exists(id: string): boolean {
    const chain = this.chain(id);
    return chain[0] !== undefined && isLiving(chain[0]) && chain.every(({ state }) => state !== 'dropped');
  }

  placeOf(id: string): string | null | undefined {
    const chain = this.chain(id);
    if (chain.length === 0) return id;
    if (chain.some(({ state }) => state === 'dropped')) return undefined;
    return chain.find(isLiving)?.id ?? null;
  }

  path(id: string): string {
    return this.chain(id).reduce((path, { name }) => `/${name}${path}`, '');
  }

  /** By name, then identifier, in UTF-8 byte order. */
  children(parentId: string | null): string[] {
    const found = this.folders.filter((folder) => folder.parentId === parentId && isLiving(folder));
    const bytes = ({ name, id }: PlainFolder) => Buffer.from(`${name}\u0000${id}`);
    return found.sort((one, other) => Buffer.compare(bytes(one), bytes(other))).map(({ id }) => id);
  }

  named(parentId: string | null, name: string): string | undefined {
    const found = this.children(parentId).filter((id) => this.find(id)?.name === name);
    const age = (id: string) => `${this.find(id)?.createdAt} ${id}`;
    return found.sort((one, other) => (age(one) < age(other) ? -1 : 1))[0];
  }

  /** With the folder itself. */
  below(id: string): string[] {
    return [id, ...this.children(id).flatMap((child) => this.below(child))];
  }

  #change(change: FolderChange, number: number, at: string): void {
    if (change.kind === 'base') return;
    if (change.kind === 'create') {
      const { id, name, parentId, createdAt = at } = change;
      if (this.find(id)) return;
      this.#keep(parentId);
      const times = { createdAt, updatedAt: createdAt };
      this.#byId.set(id, { id, name, parentId, state: 'living', closedBy: 0, revision: 1, ...times });
      return;
    }
    const folder = this.find(change.id);
    if (!folder) return;
    if (change.kind === 'move') {
      this.#keep(change.parentId);
      this.#keep(change.id);
      folder.name = change.name;
      folder.parentId = change.parentId;
      folder.revision++;
      if (at > folder.updatedAt) folder.updatedAt = at;
    } else if (change.kind === 'keep') this.#keep(change.id);
    else {
      folder.state = change.kind === 'close' ? 'closing' : change.kind === 'drop' ? 'dropped' : 'deleted';
      folder.closedBy = change.kind === 'close' ? number : 0;
      if (change.kind !== 'close') folder.updatedAt = at;
    }
  }

  #keep(id: string | null): void {
    const folder = this.find(id);
    if (folder?.state !== 'closing') return;
    folder.state = 'living';
    folder.closedBy = 0;
  }
}

function isLiving({ state }: PlainFolder): boolean {
  return state === 'living' || state === 'closing';
}
