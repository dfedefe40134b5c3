import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PathFault } from './scan-files.js';

/** Below the directory. It may be deleted at any time: then edits by others are not recognised until the next push. */
const FILE = '.quire/state.json';
const FORMAT = 1;
/** Of one path. More come only from pushes that were killed. */
const MOST_HASHES = 4;

/** Which documents a directory is kept in. */
export type KeptIn = { url: string; prefix: string };

type Stored = KeptIn & { format: number; hashes: Record<string, readonly string[]> };

/**
 * The content hashes that the documents of a directory had when it was last pushed or pulled, or were about to get. A
 * document with another hash was changed by somebody else.
 */
export class KnownHashes {
  readonly #root: string;
  readonly #keptIn: KeptIn;
  readonly #hashes: Map<string, readonly string[]>;

  static async read(root: string, keptIn: KeptIn): Promise<KnownHashes> {
    const stored = await readStored(join(root, FILE));
    const isOurs = stored !== undefined && stored.url === keptIn.url && stored.prefix === keptIn.prefix;
    return new KnownHashes(root, keptIn, new Map(isOurs ? Object.entries(stored.hashes) : []));
  }

  private constructor(root: string, keptIn: KeptIn, hashes: Map<string, readonly string[]>) {
    this.#root = root;
    this.#keptIn = keptIn;
    this.#hashes = hashes;
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

  /** A write of this content begins, and may be done without an answer. */
  expect(path: string, hash: string): void {
    const others = (this.#hashes.get(path) ?? []).filter((known) => known !== hash);
    this.#hashes.set(path, [...others, hash].slice(-MOST_HASHES));
  }

  /** The document has this content. */
  confirm(path: string, hash: string): void {
    this.#hashes.set(path, [hash]);
  }

  forget(path: string): void {
    this.#hashes.delete(path);
  }

  /** Undefined, or why it cannot be kept: a directory may be read-only. */
  async save(): Promise<PathFault | undefined> {
    const file = join(this.#root, FILE);
    const temporary = `${file}.${randomBytes(6).toString('hex')}`;
    const stored: Stored = { format: FORMAT, ...this.#keptIn, hashes: Object.fromEntries(this.#hashes) };
    try {
      await makeFolder(dirname(file));
      await writeFile(temporary, `${JSON.stringify(stored)}\n`);
      await rename(temporary, file);
      return undefined;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      return { path: FILE, reason: `cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}` };
    }
  }
}

/** Git leaves it out. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
}

/** Undefined where there is none, or none of this format. */
async function readStored(file: string): Promise<Stored | undefined> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Partial<Stored> | null;
    return stored?.format === FORMAT && isHashes(stored.hashes) ? (stored as Stored) : undefined;
  } catch {
    return undefined;
  }
}

function isHashes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((list) => Array.isArray(list) && list.every((hash) => typeof hash === 'string'));
}
