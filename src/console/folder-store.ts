import type { Client, Folder } from '../client/client.js';

export type KnownFolder = Pick<Folder, 'id' | 'name' | 'parent_id'>;
export type FolderList =
  { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'there'; folders: readonly KnownFolder[] };

const STORED_NAME = 'quire.folders';
const MOST_STORED = 500;
/** Lists that are asked for to find one folder. */
const MOST_LOOKED_THROUGH = 30;

/** The folders that were loaded. The service names no folder by its identifier alone, so a reload needs them, too. */
export class FolderStore {
  readonly #client: Client;
  readonly #mayLook: () => boolean;
  readonly #lists = new Map<string, FolderList>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #known = new Map<string, KnownFolder>(storedFolders());
  readonly #listeners = new Set<() => void>();
  #changes = 0;
  #isClosed = false;

  /** `mayLook`: whether the plan's minute has room for requests that the user did not ask for. */
  constructor(client: Client, mayLook: () => boolean) {
    this.#client = client;
    this.#mayLook = mayLook;
  }

  get changes(): number {
    return this.#changes;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `parentId` empty: the root. */
  list(parentId: string): FolderList | undefined {
    return this.#lists.get(parentId);
  }

  get(id: string): KnownFolder | undefined {
    return this.#known.get(id);
  }

  /** The folder and those above it, from the root down, as far as they are known. */
  pathTo(id: string): KnownFolder[] {
    const folder = this.#known.get(id);
    if (!folder) return [];
    return [...(folder.parent_id === null ? [] : this.pathTo(folder.parent_id)), folder];
  }

  async load(parentId: string): Promise<void> {
    const state = this.#lists.get(parentId)?.state;
    if (state === 'there') return;
    if (state !== 'loading') this.#loads.set(parentId, this.#load(parentId));
    await this.#loads.get(parentId);
  }

  /** Looks for a folder that only its address names, from the root down, each level before the next. */
  async find(id: string): Promise<void> {
    const parents = [''];
    for (const [place, parentId] of parents.entries()) {
      if (this.#known.has(id) || this.#isClosed || place >= MOST_LOOKED_THROUGH || !this.#mayLook()) return;
      await this.load(parentId);
      const list = this.#lists.get(parentId);
      if (list?.state === 'there') parents.push(...list.folders.map((folder) => folder.id));
    }
  }

  /** A load that `create` has overtaken does not end: its list may lack the new folder. */
  async #load(parentId: string): Promise<void> {
    const loading: FolderList = { state: 'loading' };
    const end = (list: FolderList) => {
      if (this.#lists.get(parentId) === loading) this.#set(parentId, list);
    };
    this.#set(parentId, loading);
    try {
      const folders: KnownFolder[] = [];
      const query = parentId === '' ? {} : { parent_id: parentId };
      for await (const { id, name, parent_id } of this.#client.listFolders(query)) {
        folders.push({ id, name, parent_id });
      }
      this.#learn(folders);
      end({ state: 'there', folders });
    } catch (error) {
      end({ state: 'failed', error });
    }
  }

  async create(name: string, parentId: string): Promise<KnownFolder> {
    const made = await this.#client.createFolder({ name, ...(parentId !== '' && { parent_id: parentId }) });
    this.#learn([made]);
    this.#lists.delete(parentId);
    await this.load(parentId);
    return made;
  }

  /** Forgets what is stored. A list that still loads is not stored any more. */
  close(): void {
    this.#isClosed = true;
    sessionStorage.removeItem(STORED_NAME);
  }

  #learn(folders: readonly KnownFolder[]): void {
    if (this.#isClosed) return;
    for (const folder of folders) this.#known.set(folder.id, folder);
    const newest = [...this.#known.values()].slice(-MOST_STORED);
    sessionStorage.setItem(STORED_NAME, JSON.stringify(newest));
  }

  #set(parentId: string, list: FolderList): void {
    this.#lists.set(parentId, list);
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}

function storedFolders(): [string, KnownFolder][] {
  const stored = JSON.parse(sessionStorage.getItem(STORED_NAME) ?? '[]') as KnownFolder[];
  return stored.map((folder) => [folder.id, folder]);
}
