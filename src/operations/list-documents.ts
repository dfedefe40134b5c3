import type { Actor } from '../domain/api-key.js';
import type { Folder } from '../domain/folder.js';
import type { LivingHead } from '../domain/head.js';
import type { ResultPlace } from '../domain/result-order.js';
import type { EpochReading } from '../ports/counters.js';
import type { DocumentIndex, ListedPage } from '../ports/document-index.js';
import type { OnSize } from '../ports/object-store.js';
import { findKeptFolder, type KeptFolders } from './find-folder.js';
import type { Freshness } from '../consistency/freshness.js';

export type ListDocumentsPorts = KeptFolders & { index: Pick<DocumentIndex, 'list'>; freshness: Freshness };

type ListDocuments = {
  folderId: string | undefined;
  /** The folders below that folder, too. */
  isRecursive: boolean;
  keyPrefix: string | undefined;
  after: ResultPlace | undefined;
  limit: number;
  reading: EpochReading | undefined;
  onSize: OnSize;
};

/** Documents that one request looks at, at most. */
const MOST_LOOKED_AT = 2_000;
const LOOKED_AT_ONCE = 200;

/** A page, in the order of a search. It may be short and still have `next`. Raises `FOLDER_NOT_FOUND`. */
export async function listDocuments(
  ports: ListDocumentsPorts,
  actor: Actor,
  input: ListDocuments,
): Promise<ListedPage> {
  const { owner } = actor;
  const { folderId, keyPrefix, limit, reading } = input;
  const folder = folderId === undefined ? null : await findKeptFolder(ports, owner, folderId);
  // Everything is below the root folder.
  const below = input.isRecursive ? folder : null;
  const unrefreshed = await ports.freshness.unrefreshed(owner, reading);
  const size = below || keyPrefix !== undefined ? LOOKED_AT_ONCE : limit;
  const query = { owner, folderId: input.isRecursive ? undefined : folderId, keyPrefix, limit: size, unrefreshed };
  const listed = new Listed(input);
  for (let lookedAt = 0; !listed.isFull && lookedAt < MOST_LOOKED_AT; lookedAt += size) {
    const page = await ports.index.list({ ...query, after: listed.after, onSize: listed.onSize });
    const heads = below ? await headsBelow(ports, below, page.heads) : page.heads;
    listed.add({ heads, next: page.next });
    if (!page.next) break;
  }
  return listed.page();
}

/** The documents found so far. */
class Listed {
  readonly #limit: number;
  readonly #onSize: OnSize;
  #heads: LivingHead[] = [];
  #next: ResultPlace | undefined;
  #bytes = 0;

  constructor({ limit, after, onSize }: Pick<ListDocuments, 'limit' | 'after' | 'onSize'>) {
    this.#limit = limit;
    this.#next = after;
    this.#onSize = onSize;
  }

  get after(): ResultPlace | undefined {
    return this.#next;
  }

  get isFull(): boolean {
    return this.#heads.length >= this.#limit;
  }

  /** Of the page in the making. */
  readonly onSize: OnSize = (bytes) => this.#onSize(this.#bytes + bytes);

  add({ heads, next }: ListedPage): void {
    this.#heads.push(...heads);
    this.#next = next;
    if (this.#heads.length > this.#limit) {
      this.#heads = this.#heads.slice(0, this.#limit);
      this.#next = this.#heads.at(-1);
    }
    this.#bytes = this.#heads.reduce((sum, { metadata }) => sum + (metadata?.length ?? 0), 0);
  }

  page(): ListedPage {
    return { heads: this.#heads, next: this.#next };
  }
}

async function headsBelow(ports: KeptFolders, folder: Folder, heads: readonly LivingHead[]): Promise<LivingHead[]> {
  const ids = [...new Set(heads.map(({ folderId }) => folderId))];
  const answers = await Promise.all(ids.map((id) => isWithin(ports, folder, id)));
  const within = new Set(ids.filter((_, i) => answers[i]));
  return heads.filter(({ folderId }) => within.has(folderId));
}

/** Folders never move, and several may have one path: the path rules most out, the parents decide. */
async function isWithin({ folderCache }: KeptFolders, folder: Folder, id: string): Promise<boolean> {
  let at: string | null = id;
  while (at !== null && at !== folder.id) {
    const found: Folder | undefined = await folderCache.read(at);
    if (!found?.path.startsWith(`${folder.path}/`)) return false;
    at = found.parentId;
  }
  return at !== null;
}
