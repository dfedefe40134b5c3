import { UnavailableError } from '../../domain/errors.js';
import { acquireFolderLock, FolderInUseError } from './folder-lock.js';
import type { FolderLock } from './folder-lock.js';

/**
 * This process as the owner of a folder. On a full or read-only disk nobody can become the owner; that stops no
 * reader, and the first writer after it tries again.
 */
export class FolderOwner {
  readonly #folder: string;
  #lock: FolderLock | undefined;
  #claiming: Promise<void> | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Raises `FolderInUseError` while another process owns the folder. */
  static async of(folder: string): Promise<FolderOwner> {
    const owner = new FolderOwner(folder);
    await owner.confirm().catch((error: unknown) => {
      if (error instanceof UnavailableError && error.cause instanceof FolderInUseError) throw error.cause;
    });
    return owner;
  }

  /** Raises `UnavailableError` where this process does not own the folder, and cannot come to own it now. */
  async confirm(): Promise<void> {
    if (this.#lock) return;
    this.#claiming ??= this.#claim().finally(() => { this.#claiming = undefined; });
    await this.#claiming;
  }

  async release(): Promise<void> {
    await this.#claiming?.catch(() => undefined);
    await this.#lock?.release();
  }

  async #claim(): Promise<void> {
    try {
      this.#lock = await acquireFolderLock(this.#folder);
    } catch (cause) {
      throw new UnavailableError(`the folder ${this.#folder} cannot be owned`, { cause });
    }
  }
}
