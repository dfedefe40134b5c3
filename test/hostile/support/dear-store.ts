import { hash } from 'node:crypto';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import { exchange } from '../../http/exchange.js';
import { DEAR_DOCUMENTS, LONGEST_TITLE, METADATA, TITLE_BESIDE_TAGS } from './dear-content.js';
import type { HostileTarget } from './target.js';

const AT_ONCE = 16;
const ASSETS = 1_000;
export const ASSET_BYTES = 10 * 1024 * 1024;
/** Of the small assets that a store has, one for each number. */
export const ASSET_HASHES = Array.from({ length: ASSETS - 1 }, (_, n) => hash('sha256', String(n), 'hex'));
/** Before all other titles, so that a page of a list is full of them. */
export const HEAVY_TITLE = 'a heavy';

export type DearSizes = {
  /** Documents with 256 KiB of metadata each. */
  heavy: number;
  /** Documents at the end of a chain of 98 folders of their own. */
  chains: number;
  /** Folders of long names in one folder. */
  folders: number;
  /** Versions of one document, with long titles. */
  versions: number;
};

/** What the slow suites have: a free key makes as much in a day. */
export const LARGE_STORE: DearSizes = { heavy: 400, chains: 200, folders: 1_200, versions: 1_200 };
export const SMALL_STORE: DearSizes = { heavy: 60, chains: 30, folders: 200, versions: 100 };

/** The dearest legal data of one owner, made before anything is measured. */
export class DearStore {
  readonly target: HostileTarget;
  readonly key: string;
  /** By the name of the kind; all are public. */
  readonly documents = new Map<string, string>();
  /** Two folders of one name and no parent: all chains are below one of them. */
  twins: string[] = [];
  /** Of 100 folders that are there. */
  deepPath = '';
  /** It has many folders. */
  wideFolder = '';
  /** It has many versions. */
  versioned = '';
  /** It has two versions that have no block in common. */
  rewritten = '';
  /** Keys of documents, 512 bytes each. */
  readonly keyed: string[] = [];
  /** It has as many tags as its title allows. */
  tagged = '';
  /** Of a kept asset of 10 MiB, in hexadecimal. */
  asset = '';
  /** 1,000 names of kept assets, as long as they may be. */
  assets: Readonly<Record<string, string>> = {};
  /** A public document with all of them. */
  withAssets = '';
  /** The bytes of the newest `newAsset`. */
  bytes: Buffer = Buffer.alloc(0);
  #made = 0;

  static async make(target: HostileTarget, sizes: DearSizes, key?: string): Promise<DearStore> {
    const store = new DearStore(target, key ?? (await target.key()));
    await store.#plantFolders(sizes);
    await many(sizes.heavy, (n) => store.create({ title: `${HEAVY_TITLE} ${n}`, metadata: METADATA.heavy() }));
    store.versioned = await store.create({});
    await many(sizes.versions, () => store.push(store.versioned, { title: LONGEST_TITLE, blocks: [] }));
    for (const name of Object.keys(DEAR_DOCUMENTS)) store.documents.set(name, await store.createDear(name));
    store.rewritten = await store.create({ title: 'rewritten', blocks: differentBlocks('a') });
    await store.push(store.rewritten, { title: 'rewritten', blocks: differentBlocks('b') });
    store.tagged = await store.createTagged();
    await store.#plantAssets();
    store.keyed.push(await store.putNew({ title: 'keyed', blocks: [] }));
    return store;
  }

  private constructor(target: HostileTarget, key: string) {
    this.target = target;
    this.key = key;
  }

  /** A number that this store has not given before. */
  next(): number {
    return this.#made++;
  }

  create(fields: object): Promise<string> {
    return this.target.create(this.key, fields);
  }

  /** A new public document of one of `DEAR_DOCUMENTS`. */
  createDear(name: string): Promise<string> {
    return this.create({ ...DEAR_DOCUMENTS[name]?.(), visibility: 'public' });
  }

  /** Tagged as much as a long title allows. */
  createTagged(): Promise<string> {
    return this.create({ title: TITLE_BESIDE_TAGS, metadata: METADATA.tags() });
  }

  async push(id: string, fields: object): Promise<void> {
    expectStatus(201, await this.target.post(`/v1/documents/${id}/versions`, this.key, fields));
  }

  /** The hash of 10 MiB that are not kept yet. */
  newAsset(): string {
    this.bytes = Buffer.alloc(ASSET_BYTES, `${this.next()} `);
    return hash('sha256', this.bytes, 'hex');
  }

  /** A key of 512 bytes that no document has. */
  newKey(): string {
    return `${String(this.next()).padStart(5, '0')}${'漢'.repeat(169)}`;
  }

  /** A new document; its key. */
  async putNew(fields: object): Promise<string> {
    const key = this.newKey();
    const body = JSON.stringify(fields);
    const headers = {
      'X-API-Key': this.key,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const path = `/v1/documents/by-key/${encodeURIComponent(key)}`;
    expectStatus(201, await exchange(this.target.url, { method: 'PUT', path, headers, body }));
    return key;
  }

  /** The path of the page of a new public document with a key. */
  async pageByKey(fields: object): Promise<string> {
    const key = await this.putNew({ title: 'x', visibility: 'public', ...fields });
    const path = `/v1/documents/by-key/${encodeURIComponent(key)}`;
    const { text } = await this.target.get(path, { 'X-API-Key': this.key });
    return `/d/${(JSON.parse(text) as { id: string }).id}`;
  }

  newFolder(): Promise<string> {
    return this.#makeFolder('new');
  }

  /** A path of 100 folders below the twins' name that are not there yet but for the first. */
  newFolderPath(): string {
    return `/twin/${this.next()}${'/a'.repeat(97)}`;
  }

  async #plantAssets(): Promise<void> {
    this.asset = this.newAsset();
    await this.#keep(this.asset, this.bytes);
    await Promise.all(ASSET_HASHES.map((sha256, n) => this.#keep(sha256, Buffer.from(String(n)))));
    this.assets = namedAssets([this.asset, ...ASSET_HASHES]);
    this.withAssets = await this.create({ visibility: 'public', assets: this.assets });
  }

  async #keep(sha256: string, body: Buffer): Promise<void> {
    const headers = { 'X-API-Key': this.key, 'Content-Type': 'image/png', 'Content-Length': body.length };
    expectStatus(201, await exchange(this.target.url, { method: 'PUT', path: `/v1/assets/${sha256}`, headers, body }));
  }

  async #plantFolders({ chains, folders }: DearSizes): Promise<void> {
    this.twins = [await this.#makeFolder('twin'), await this.#makeFolder('twin')];
    let parent: string | undefined;
    for (let depth = 0; depth < 3; depth++) parent = await this.#makeFolder('😀'.repeat(255), parent);
    this.wideFolder = String(parent);
    await many(folders, (n) => this.#makeFolder(`${n}${'é'.repeat(249)}`, parent));
    this.deepPath = this.newFolderPath();
    await this.putNew({ title: 'deepest', blocks: [], folder_path: this.deepPath });
    await many(chains, (n) => this.putNew({ title: `deep ${n}`, blocks: [], folder_path: this.newFolderPath() }));
  }

  async #makeFolder(name: string, parentId?: string): Promise<string> {
    const answer = await this.target.post('/v1/folders', this.key, { name, parent_id: parentId });
    expectStatus(201, answer);
    return (JSON.parse(answer.text) as { id: string }).id;
  }
}

/** By names as long as they may be. */
export function namedAssets(hashes: readonly string[]): Record<string, string> {
  return Object.fromEntries(hashes.map((sha256, n) => [`${'漢'.repeat(169)}${n}`, sha256]));
}

function many<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  return mapConcurrently(
    Array.from({ length: count }, (_, n) => n),
    AT_ONCE,
    make,
  );
}

function differentBlocks(name: string): object[] {
  return Array.from({ length: 10_000 }, (_, n) => ({
    type: 'paragraph',
    content: `${name} ${n} ${'word '.repeat(150)}`,
  }));
}

function expectStatus(wanted: number, { status, text }: { status: number; text: string }): void {
  if (status !== wanted) throw new Error(`answered with ${status}, not ${wanted}: ${text.slice(0, 500)}`);
}
