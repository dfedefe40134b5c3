import { createHash } from 'node:crypto';
import { OperatorError } from '../domain/errors.js';
import { errorCode } from '../platform/error-code.js';
import type { ProgressReporter } from '../platform/progress.js';
import { OWN_FOLDER, readKept, writeKept } from './files/own-folder.js';

const FORMAT = 1;
/** Of one path. More come only from pushes that were killed. */
const MOST_HASHES = 4;

/** Which documents a directory is kept in: each has a file. */
export type KeptIn = { url: string; prefix: string };

/** `pulled`: the hashes of a document, and of the file that a pull wrote of it, where they differ. */
type Stored = KeptIn & {
  format: number;
  hashes: Record<string, readonly string[]>;
  pulled: Record<string, readonly string[]>;
};

/**
 * The hashes that the documents of a directory, and the files that they refer to, had when it was last pushed or
 * pulled, or were about to get. A document with another hash was changed by somebody else. Where nothing is
 * remembered, the file counts as newer, and what a push that was just killed still writes counts as somebody else's.
 */
export class SyncBase {
  readonly #root: string;
  readonly #keptIn: KeptIn;
  readonly #hashes: Map<string, readonly string[]>;
  readonly #pulled: Map<string, readonly string[]>;
  readonly #isRemembered: boolean;
  #hasNotedUnsaved = false;

  /** Raises `OperatorError` as `readKept`. */
  static async read(root: string, keptIn: KeptIn): Promise<SyncBase> {
    return new SyncBase(root, keptIn, await readStored(root, keptIn));
  }

  private constructor(root: string, keptIn: KeptIn, stored: Stored | undefined) {
    this.#root = root;
    this.#keptIn = keptIn;
    this.#hashes = new Map(Object.entries(stored?.hashes ?? {}));
    this.#pulled = new Map(Object.entries(stored?.pulled ?? {}));
    this.#isRemembered = stored !== undefined;
  }

  /** Whether the directory never had a document at this path. False where nothing is remembered of the directory. */
  isOfOthers(path: string): boolean {
    return this.#isRemembered && !this.#hashes.has(path);
  }

  /** Whether the document has content that this directory never had. False where nothing is known. */
  isForeign(path: string, hash: string | null): boolean {
    const known = this.#hashes.get(path);
    return known !== undefined && hash !== null && !known.includes(hash);
  }

  /** Whether this directory had this content. */
  has(path: string, hash: string): boolean {
    return this.#hashes.get(path)?.includes(hash) ?? false;
  }

  /** A directory that is not remembered takes the documents for its own: it may have made them. */
  adopt(remotes: Iterable<{ path: string; hash: string | null }>): void {
    if (this.#isRemembered) return;
    for (const { path, hash } of remotes) if (hash !== null) this.#hashes.set(path, [hash]);
  }

  /** A write of this content begins, and may be done without an answer. */
  expect(path: string, hash: string): void {
    const others = (this.#hashes.get(path) ?? []).filter((known) => known !== hash);
    this.#hashes.set(path, [...others, hash].slice(-MOST_HASHES));
  }

  /** The document has the first of them. The others are what its file is without the options of the push. */
  confirm(path: string, ...hashes: string[]): void {
    this.#hashes.set(path, [...new Set(hashes)]);
  }

  /** What the document refers to is as the service has it. */
  confirmAssets(assets: Iterable<{ path: string; sha256: string }>): void {
    for (const { path, sha256 } of assets) this.confirm(path, sha256);
  }

  /** A pull has written the document into its file, which reads as content of another hash. */
  rememberPulled(path: string, { remote, file }: { remote: string; file: string }): void {
    this.#pulled.set(path, [remote, file]);
    this.expect(path, file);
  }

  /** Whether nothing has changed since `rememberPulled`. */
  isPulled(path: string, { remote, file }: { remote: string | null; file: string }): boolean {
    const pair = this.#pulled.get(path);
    return pair !== undefined && pair[0] === remote && pair[1] === file;
  }

  forget(path: string): void {
    this.#hashes.delete(path);
    this.#pulled.delete(path);
  }

  /** Says once why it cannot be kept: a directory may be read-only. */
  async save(progress: Pick<ProgressReporter, 'note'>): Promise<void> {
    const name = fileOf(this.#keptIn);
    const [hashes, pulled] = [this.#hashes, this.#pulled].map((map) => Object.fromEntries(map)) as [Kept, Kept];
    const stored: Stored = { format: FORMAT, ...this.#keptIn, hashes, pulled };
    try {
      await writeKept(this.#root, name, stored);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (!this.#hasNotedUnsaved) progress.note(`${OWN_FOLDER}/${name} cannot be written: ${errorCode(error)}`);
      this.#hasNotedUnsaved = true;
    }
  }
}

type Kept = Record<string, readonly string[]>;

function fileOf({ url, prefix }: KeptIn): string {
  const name = createHash('sha256').update(`${url}\n${prefix}`).digest('hex').slice(0, 16);
  return `state-${name}.json`;
}

/** Undefined where there is none, or none of this format. Raises as `readKept`. */
async function readStored(root: string, keptIn: KeptIn): Promise<Stored | undefined> {
  const stored = (await readKept(root, fileOf(keptIn))) as Partial<Stored> | null | undefined;
  return stored?.format === FORMAT && isHashes(stored.hashes) && isHashes(stored.pulled)
    ? (stored as Stored)
    : undefined;
}

function isHashes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((list) => Array.isArray(list) && list.every((hash) => typeof hash === 'string'));
}
