import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { RecordedFile, type Luck } from './recorded-file.js';
import type { Change, Step } from './system-calls.js';

type Named = RecordedFile | 'folder' | undefined;
/** What names of a folder stand for from now on. */
type Renaming = { folder: string; names: readonly (readonly [path: string, named: Named])[] };

/** A folder on a disk that surely has what was synced and nothing else: of a file its bytes, of a folder its names. */
export class RecordedDisk {
  readonly #base: string;
  /** As processes see them. */
  readonly #names = new Map<string, Named>();
  readonly #synced = new Map<string, Named>();
  #pending: Renaming[] = [];
  /** A path is of a folder. */
  readonly #open = new Map<number, RecordedFile | string>();
  /** Syncs that are under way: they hold what had ended when they began. */
  readonly #syncs = new Map<Change, () => void>();

  constructor(base: string) {
    this.#base = base;
  }

  apply({ change, isEnd }: Step): void {
    if (change.kind === 'say') return;
    if (change.kind === 'sync') return isEnd ? this.#syncs.get(change)?.() : this.#beginSync(change);
    // What is under way is like what has ended and is not synced. A file is there when it has been opened.
    if (isEnd !== (change.kind === 'open')) return;
    if (change.kind === 'open') return this.#opened(change);
    if (change.kind === 'write') return this.#file(change.handle).write(change.at, change.data);
    if (change.kind === 'truncate') return this.#file(change.handle).truncate(change.bytes);
    if (change.kind === 'mkdir') return this.#rename([[change.path, 'folder']]);
    if (change.kind === 'unlink') return this.#rename([[change.path, undefined]]);
    const linked = [change.to, this.#names.get(change.path)] as const;
    this.#rename(change.kind === 'link' ? [linked] : [linked, [change.path, undefined]]);
  }

  /** Writes to the new folder `to` what is left when the power fails now. */
  fail(to: string, luck: Luck): void {
    mkdirSync(to);
    const left = new Map(this.#synced);
    for (const { names } of this.#pending) {
      if (luck.random() < luck.chance) for (const [path, named] of names) left.set(path, named);
    }
    for (const [path, named] of left) {
      const place = join(to, relative(this.#base, path));
      if (named === 'folder') mkdirSync(place);
      // Without its folder it is gone.
      else if (named && (dirname(path) === this.#base || left.get(dirname(path)))) named.fail(place, luck);
    }
  }

  #opened({ path, handle }: Change & { kind: 'open' }): void {
    if (path === this.#base || this.#names.get(path) === 'folder') return void this.#open.set(handle, path);
    if (!this.#names.get(path)) this.#rename([[path, new RecordedFile()]]);
    this.#open.set(handle, this.#names.get(path) as RecordedFile);
  }

  #file(handle: number): RecordedFile {
    return this.#open.get(handle) as RecordedFile;
  }

  #rename(names: Renaming['names']): void {
    for (const [path, named] of names) this.#names.set(path, named);
    this.#pending.push({ folder: dirname(names[0]?.[0] as string), names });
  }

  #beginSync(change: Change & { kind: 'sync' }): void {
    const synced = this.#open.get(change.handle) as RecordedFile | string;
    this.#syncs.set(change, typeof synced === 'string' ? this.#beginFolderSync(synced) : synced.beginSync());
  }

  #beginFolderSync(synced: string): () => void {
    const held = this.#pending.filter(({ folder }) => folder === synced);
    return () => {
      for (const { names } of held) for (const [path, named] of names) this.#synced.set(path, named);
      this.#pending = this.#pending.filter((renaming) => !held.includes(renaming));
    };
  }
}
