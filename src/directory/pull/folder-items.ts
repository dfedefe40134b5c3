import type { Folder, ListedDocument } from '../../client/client.js';
import { withExtension } from '../files/file-kinds.js';
import { hashOf, type RemoteScope } from '../remote-documents.js';

/** A document of a folder, and the path of its file. `isTaken`: another document has this path. `hash`: as of
 * `RemoteDocument`; `hasSource`: it is that of a source. */
export type FolderItem = {
  path: string;
  id: string;
  url: string;
  hash: string | null;
  hasSource: boolean;
  hasAssets: boolean;
  isTaken: boolean;
};

/** File systems take 255 bytes, and an identifier may follow. */
const NAME_BYTES = 200;
/** What file systems give a meaning, and what a terminal would obey. */
const NO_NAME = /[/\\:\p{Cc}\p{Cf}\uFFFD]+/gu;

/**
 * All documents in a folder and below it, and those whose keys belong to it. A key gives the path; any other document
 * is named by its folders and title. Undefined: there is no such folder and no such key.
 */
export async function folderItems(place: RemoteScope, folder: string): Promise<FolderItem[] | undefined> {
  const items = new Items();
  // A push finds their files again, so no other document gets their paths.
  const keyed: { item: ListedDocument; path: string }[] = [];
  // By identifier: a document whose key is not composed may come twice.
  const unkeyed = new Map<string, ListedDocument>();
  const top = await findFolder(place, folder);
  for await (const item of documentsOf(place, top)) {
    const path = pathOfKey(place, item);
    if (path === undefined) unkeyed.set(item.id, item);
    else keyed.push({ item, path });
  }
  if (top === undefined && keyed.length === 0 && unkeyed.size === 0) return undefined;
  for (const isExact of [true, false]) {
    for (const { item, path } of keyed) if (hasExtension(item, path) === isExact) items.add(item, path);
  }
  const folders = top === undefined || unkeyed.size === 0 ? new Map<string, string>() : await pathsBelow(place, top);
  for (const item of unkeyed.values()) items.add(item, `${folders.get(item.folder_id) ?? ''}${fileName(item.title)}`);
  return items.all;
}

function pathOfKey({ keys }: RemoteScope, { key }: ListedDocument): string | undefined {
  return key === null ? undefined : keys.pathOf(key);
}

/** Those of the keys first, then those of the folder. */
async function* documentsOf(place: RemoteScope, top: Folder | 'root' | undefined): AsyncGenerator<ListedDocument> {
  const { client, keys, signal } = place;
  if (top === 'root' && keys.prefix === '') {
    yield* client.listDocuments({}, { signal });
    return;
  }
  yield* client.listDocuments({ key_prefix: keys.prefix }, { signal });
  if (top === undefined) return;
  const inFolder = top === 'root' ? {} : { folder_id: top.id, recursive: 'true' as const };
  for await (const item of client.listDocuments(inFolder, { signal })) {
    if (pathOfKey(place, item) === undefined) yield item;
  }
}

/**
 * Of several folders of a name the first one made, as in `folder_path`. A folder whose name Unicode spells otherwise is
 * taken where no other has the name.
 */
async function findFolder({ client, signal }: RemoteScope, path: string): Promise<Folder | 'root' | undefined> {
  let found: Folder | 'root' = 'root';
  for (const name of path
    .normalize()
    .split('/')
    .filter((each) => each !== '')) {
    let next: Folder | undefined;
    for await (const each of client.listFolders(found === 'root' ? {} : { parent_id: found.id }, { signal })) {
      if (each.name.normalize() === name && (next === undefined || isBefore(each, next))) next = each;
    }
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

function isBefore(one: Folder, other: Folder): boolean {
  const [isExact, isOtherExact] = [one, other].map(({ name }) => name === name.normalize());
  return isExact === isOtherExact ? one.created_at < other.created_at : isExact === true;
}

/** Relative paths by identifier, each with a slash at its end. One request for each folder. */
async function pathsBelow({ client, signal }: RemoteScope, top: Folder | 'root'): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const waiting = [{ id: top === 'root' ? undefined : top.id, path: '' }];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const query = parent.id === undefined ? {} : { parent_id: parent.id };
    for await (const { id, name } of client.listFolders(query, { signal })) {
      const path = `${parent.path}${plainName(name)}/`;
      paths.set(id, path);
      waiting.push({ id, path });
    }
  }
  return paths;
}

class Items {
  readonly all: FolderItem[] = [];
  readonly #paths = new Set<string>();

  add(item: ListedDocument, wanted: string): void {
    const { id, url, content_type, content_hash, assets_hash, source } = item;
    const hash = hashOf(item, { ofContent: content_hash, assetsHash: assets_hash });
    const hasSource = source !== null;
    const hasAssets = assets_hash !== null && content_type !== 'text';
    const named = withExtension(wanted, content_type);
    const path = this.#paths.has(named) ? withExtension(`${wanted}-${id}`, content_type) : named;
    // An earlier pull and a push may have made a document of this path.
    this.all.push({ path, id, url, hash, hasSource, hasAssets, isTaken: this.#paths.has(path) });
    this.#paths.add(path);
  }
}

function hasExtension({ content_type }: ListedDocument, path: string): boolean {
  return withExtension(path, content_type) === path;
}

function fileName(title: string): string {
  const bytes = new TextEncoder().encode(title.normalize()).subarray(0, NAME_BYTES);
  // The last character may be cut.
  return plainName(new TextDecoder().decode(bytes, { stream: true }));
}

function plainName(name: string): string {
  const plain = name.normalize().replaceAll(NO_NAME, '-').trim().replace(/^\./, '-');
  return plain === '' ? '-' : plain;
}
