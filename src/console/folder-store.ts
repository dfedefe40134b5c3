import type { Call, Client, Folder } from '../client/client.js';

export type KnownFolder = Pick<Folder, 'id' | 'name' | 'parent_id'>;
export type KnownList =
  { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'there'; folders: readonly KnownFolder[] };

const STORED_NAME = 'quire.folders';
const MOST_STORED = 500;
/** Folders that one request asks for. */
const PAGE_SIZE = 1_000;
/** Requests that are sent to find one folder. */
const MOST_ASKED = 30;

/** As the session storage of a tab. */
type TextStore = {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
};

/** The folders that were loaded. The service names no folder by its identifier alone, so a reload needs them, too. */
export class FolderStore {
  readonly #client: Client;
  readonly #mayLook: () => boolean;
  readonly #store: TextStore;
  readonly #lists = new Map<string, KnownList>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #known: Map<string, KnownFolder>;
  readonly #listeners = new Set<() => void>();
  #changes = 0;
  #isClosed = false;

  /** `mayLook`: whether the plan's minute has room for requests that the user did not ask for. */
  constructor(client: Client, mayLook: () => boolean, store: TextStore) {
    this.#client = client;
    this.#mayLook = mayLook;
    this.#store = store;
    this.#known = new Map(storedFolders(store));
  }

  get changes(): number {
    return this.#changes;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `parentId` empty: the root. */
  list(parentId: string): KnownList | undefined {
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
  async find(id: string, signal: AbortSignal): Promise<void> {
    let asked = 0;
    const mayAsk = () => this.#mayLook() && (asked += 1) <= MOST_ASKED;
    const parents = [''];
    for (const parentId of parents) {
      if (signal.aborted || this.#known.has(id)) return;
      const folders = await this.#lookInto(parentId, mayAsk, { signal });
      if (!folders) return;
      for (const folder of folders) parents.push(folder.id);
    }
  }

  /** Undefined: the search ends here. What it reads takes the place of no list that came or began meanwhile. */
  async #lookInto(parentId: string, mayAsk: () => boolean, call: Call): Promise<readonly KnownFolder[] | undefined> {
    while (this.#lists.get(parentId)?.state === 'loading') await this.#loads.get(parentId);
    const before = this.#lists.get(parentId);
    if (before?.state === 'there') return before.folders;
    try {
      const { folders, isWhole } = await this.#read(parentId, mayAsk, call);
      if (isWhole && this.#lists.get(parentId) === before) this.#set(parentId, { state: 'there', folders });
      return isWhole ? folders : undefined;
    } catch {
      return undefined;
    }
  }

  /** A load that `create` has overtaken does not end: its list may lack the new folder. */
  async #load(parentId: string): Promise<void> {
    const loading: KnownList = { state: 'loading' };
    const end = (list: KnownList) => {
      if (this.#lists.get(parentId) === loading) this.#set(parentId, list);
    };
    this.#set(parentId, loading);
    try {
      const { folders } = await this.#read(parentId, () => true);
      end({ state: 'there', folders });
    } catch (error) {
      end({ state: 'failed', error });
    }
  }

  /** `mayAsk` is asked before each page. */
  async #read(
    parentId: string,
    mayAsk: () => boolean,
    call: Call = {},
  ): Promise<{ folders: KnownFolder[]; isWhole: boolean }> {
    const query = { limit: PAGE_SIZE, ...(parentId !== '' && { parent_id: parentId }) };
    const source = this.#client.listFolders(query, call);
    const folders: KnownFolder[] = [];
    let isWhole = false;
    while (!isWhole && (folders.length % PAGE_SIZE !== 0 || mayAsk())) {
      const next = await source.next();
      if (next.done === true) isWhole = true;
      else folders.push({ id: next.value.id, name: next.value.name, parent_id: next.value.parent_id });
    }
    this.#learn(folders);
    return { folders, isWhole };
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
    this.#store.removeItem(STORED_NAME);
  }

  #learn(folders: readonly KnownFolder[]): void {
    if (this.#isClosed) return;
    for (const folder of folders) this.#known.set(folder.id, folder);
    const newest = [...this.#known.values()].slice(-MOST_STORED);
    this.#store.setItem(STORED_NAME, JSON.stringify(newest));
    this.#notify();
  }

  #set(parentId: string, list: KnownList): void {
    this.#lists.set(parentId, list);
    this.#notify();
  }

  #notify(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}

function storedFolders(store: TextStore): [string, KnownFolder][] {
  const stored = JSON.parse(store.getItem(STORED_NAME) ?? '[]') as KnownFolder[];
  return stored.map((folder) => [folder.id, folder]);
}
