import { ApiError, type Client, type Folder, type PatchFolder } from '../client/client.js';

export type KnownFolder = Pick<Folder, 'id' | 'name' | 'parent_id'>;
export type KnownList =
  { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'there'; folders: readonly KnownFolder[] };

/** The folders that were loaded. */
export class FolderStore {
  readonly #client: Client;
  readonly #mayLook: () => boolean;
  readonly #lists = new Map<string, KnownList>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #known = new Map<string, KnownFolder>();
  /** Identifiers that name no folder: that of the root, too. */
  readonly #absent = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #finding: Promise<void> = Promise.resolve();
  #changes = 0;

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
    if (state !== 'loading') this.#loads.set(parentId, this.#load(parentId, { state: 'loading' }));
    await this.#loads.get(parentId);
  }

  /** Reads a list again. The one before stays until then, and if that fails. */
  async refresh(parentId: string): Promise<void> {
    const before = this.#lists.get(parentId);
    if (before?.state !== 'there') return this.load(parentId);
    if (!this.#mayLook()) return;
    const folders = await this.#read(parentId).catch(() => undefined);
    if (folders && this.#lists.get(parentId) === before) this.#set(parentId, { state: 'there', folders });
  }

  /** Asks for a folder and those above it, unless they are known. One request is under way at a time. */
  find(id: string): Promise<void> {
    this.#finding = this.#finding.then(() => this.#find(id));
    return this.#finding;
  }

  async #find(id: string): Promise<void> {
    for (let next: string | null = id; next !== null;) {
      const folder: KnownFolder | undefined = this.#known.get(next) ?? (await this.#ask(next));
      if (!folder) return;
      next = folder.parent_id;
    }
  }

  async #ask(id: string): Promise<KnownFolder | undefined> {
    if (this.#absent.has(id) || !this.#mayLook()) return undefined;
    try {
      const folder = await this.#client.getFolder(id);
      this.#learn([folder]);
      return folder;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#absent.add(id);
      return undefined;
    }
  }

  /** A load that a write has overtaken does not end: its list may lack what was written. */
  async #load(parentId: string, loading: KnownList): Promise<void> {
    const end = (list: KnownList) => {
      if (this.#lists.get(parentId) === loading) this.#set(parentId, list);
    };
    this.#set(parentId, loading);
    try {
      end({ state: 'there', folders: await this.#read(parentId) });
    } catch (error) {
      end({ state: 'failed', error });
    }
  }

  async #read(parentId: string): Promise<KnownFolder[]> {
    const folders: KnownFolder[] = [];
    const query = parentId === '' ? {} : { parent_id: parentId };
    for await (const folder of this.#client.listFolders(query)) folders.push(folder);
    this.#learn(folders);
    return folders;
  }

  async create(name: string, parentId: string): Promise<KnownFolder> {
    const made = await this.#client.createFolder({ name, ...(parentId !== '' && { parent_id: parentId }) });
    this.#learn([made]);
    await this.#reload(parentId);
    return made;
  }

  /** Raises as the client, as `remove`. */
  async change(id: string, changes: PatchFolder): Promise<void> {
    const before = this.#known.get(id)?.parent_id ?? null;
    const folder = await this.#client.patchFolder(id, changes);
    this.#learn([folder]);
    await Promise.all([...new Set([before, folder.parent_id])].map((parentId) => this.#reload(parentId ?? '')));
  }

  /** `isRecursive`: with all that is in it. */
  async remove(id: string, isRecursive: boolean): Promise<void> {
    await this.#client.deleteFolder(id, { isRecursive });
    const parentId = this.#known.get(id)?.parent_id ?? '';
    this.#known.delete(id);
    await this.#reload(parentId);
  }

  /** The list before stays until then. */
  async #reload(parentId: string): Promise<void> {
    const before = this.#lists.get(parentId);
    const load = this.#load(parentId, before?.state === 'there' ? { ...before } : { state: 'loading' });
    this.#loads.set(parentId, load);
    await load;
  }

  #learn(folders: readonly KnownFolder[]): void {
    for (const folder of folders) this.#known.set(folder.id, folder);
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
