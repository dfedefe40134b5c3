import { UnavailableError } from '../../domain/errors.js';
import { acquireFolderLock, FolderInUseError } from './folder-lock.js';
import type { FolderLock } from './folder-lock.js';

/** Ownership of a folder. On a full or read-only disk reads go on without it, and each write tries to get it. */
export class FolderOwner {
  readonly #folder: string;
  #lock: FolderLock | undefined;
  #claiming: Promise<void> | undefined;
  #isReleased = false;

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

  /** Raises `UnavailableError` if this process does not own the folder and cannot become its owner now. */
  async confirm(): Promise<void> {
    if (this.#isReleased) throw new UnavailableError(`the lock of the folder ${this.#folder} was released`);
    if (this.#lock) return;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
    await this.#claiming;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#claiming?.catch(() => undefined);
    await this.#lock?.release();
  }

  async #claim(): Promise<void> {
    try {
      this.#lock = await acquireFolderLock(this.#folder);
    } catch (cause) {
      throw new UnavailableError(`the folder ${this.#folder} cannot be owned: ${(cause as Error).message}`, { cause });
    }
  }
}
