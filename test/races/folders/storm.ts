import { expect } from 'chai';
import type { Answer, Client } from '../../http/client.js';
import type { Document, Found, FolderList, MadeFolder } from '../../http/making.js';
import { keyPath, paragraph, unique } from '../../http/making.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import { turn, type ReplicaCallers } from '../support.js';
import type { ReplayedTree } from './replayed-tree.js';
import { codeOf, type SeenAnswers } from './seen-answers.js';

/** A document that one client alone writes. `place`: a folder, null is the root; undefined: nobody knows. */
export type StormDocument = { id: string; key: string | undefined; place: string | null | undefined };

/** Sends a request; where it has no answer, the answer is a 503. */
export type Sender = (send: () => Promise<Answer>) => Promise<Answer>;

/** Shared by all clients. Few names, so that there are twins. */
export type StormWorld = { folders: string[]; seen: SeenAnswers; rootId: string; sender: Sender };

type Listed = { documents: Found[] };

const WEIGHTS = {
  'make a folder': 12,
  'move a folder': 10,
  'rename a folder': 5,
  'delete a folder': 7,
  'delete all below a folder': 2,
  'make a document': 8,
  'put a document': 4,
  'move a document': 8,
  'read a folder': 5,
  'read a path': 3,
  'list folders': 3,
  'read a document': 6,
  'list documents': 4,
};
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Most is done with these, so that many meet. */
const HOT = 10;
const HOT_SHARE = 0.5;

/** One client of a storm. It goes to both services by turns. */
export class StormClient {
  readonly documents: StormDocument[] = [];
  readonly #world: StormWorld;
  readonly #callers: ReplicaCallers;
  readonly #random: SeededRandom;
  #turns: number;

  constructor(world: StormWorld, callers: ReplicaCallers, random: SeededRandom) {
    this.#world = world;
    this.#callers = callers;
    this.#random = random;
    this.#turns = random.below(2);
  }

  async act(): Promise<void> {
    const kind = this.#random.weighted(WEIGHTS);
    const id = this.#folder();
    const document = this.#random.chance(0.5)
      ? this.documents.at(-1)
      : this.#random.pick([...this.documents, undefined]);
    if (kind === 'make a folder') await this.makeFolder(this.#random.chance(0.2) ? null : id);
    else if (kind === 'move a folder')
      await this.#change(id, { parent_id: this.#random.chance(0.1) ? null : this.#folder() });
    else if (kind === 'rename a folder') await this.#change(id, { name: this.#name() });
    else if (kind === 'delete a folder') await this.#delete(id, false);
    else if (kind === 'delete all below a folder') await this.#delete(id, true);
    else if (kind === 'make a document') await this.makeDocument(id);
    else if (kind === 'put a document') await this.#put(id, document);
    else if (kind === 'move a document') await this.#moveDocument(id, document);
    else if (kind === 'read a folder') await this.#readFolder(id);
    else if (kind === 'read a path') await this.#readPath(id);
    else if (kind === 'list folders') await this.#listFolders(id);
    else if (kind === 'read a document') await this.#readDocument(document);
    else await this.#listDocuments(document?.place ?? id);
  }

  async makeFolder(parentId: string | null): Promise<void> {
    const body = { name: this.#name(), parent_id: parentId };
    const gone = (tree: ReplayedTree) => parentId !== null && !tree.folder(parentId);
    const answer = await this.#note(
      `make ${JSON.stringify(body)}`,
      (to) => to.post('/v1/folders', body),
      (made) =>
        made.status === 201
          ? { ...describes(made.body as MadeFolder), isMaker: true }
          : { fits: (tree) => codeOf(made) === 'FOLDER_NOT_FOUND' && gone(tree) },
    );
    if (answer.status !== 201) return;
    const { id } = answer.body as MadeFolder;
    this.#world.folders.push(id);
    await this.#readFolder(id);
  }

  async makeDocument(folderId: string): Promise<void> {
    const document: StormDocument = { id: '', key: undefined, place: undefined };
    const body = { title: unique(), blocks: [paragraph()], folder_id: folderId };
    await this.#place(document, folderId, (to) => to.post('/v1/documents', body));
  }

  async #put(folderId: string, former: StormDocument | undefined): Promise<void> {
    // The key may have gone to a later document since.
    const known = former?.key === undefined ? undefined : this.documents.findLast(({ key }) => key === former.key);
    const document = known && this.#random.chance(0.5) ? known : { id: '', key: unique(), place: undefined };
    const body = { title: unique(), blocks: [paragraph()], folder_id: folderId };
    await this.#place(document, folderId, (to) => to.put(keyPath(document.key as string), body));
  }

  async #moveDocument(folderId: string, document: StormDocument | undefined): Promise<void> {
    if (document) {
      await this.#place(document, folderId, (to) => to.patch(`/v1/documents/${document.id}`, { folder_id: folderId }));
    }
  }

  /** A document that is hidden with its folder is made anew by PUT, and 404 for all others. */
  async #place(document: StormDocument, folderId: string, send: (to: Client) => Promise<Answer>): Promise<void> {
    const before = document.place;
    document.place = undefined;
    const answer = await this.#note(`put ${document.id} into ${folderId}`, send, (made) => ({
      fits: (tree) => {
        if (made.status < 300) return tree.folder(folderId) !== undefined;
        if (codeOf(made) === 'FOLDER_NOT_FOUND') return !tree.folder(folderId);
        return codeOf(made) === 'DOCUMENT_NOT_FOUND' && document.id !== '' && !isShown(tree, before);
      },
    }));
    if (answer.status === 503) {
      const at = this.documents.indexOf(document);
      if (at >= 0) this.documents.splice(at, 1);
      return;
    }
    if (answer.status >= 300) {
      document.place = before;
      return;
    }
    const { id } = answer.body as Document;
    if (id !== document.id) this.documents.push({ ...document, id, place: folderId });
    else document.place = folderId;
    if (id !== document.id && document.id !== '') document.place = before;
    await this.#readDocument(id === document.id ? document : this.documents.at(-1));
  }

  async #change(id: string, body: { name?: string; parent_id?: string | null }): Promise<void> {
    const { parent_id: parentId } = body;
    const answer = await this.#note(
      `change ${id} ${JSON.stringify(body)}`,
      (to) => to.patch(`/v1/folders/${id}`, body),
      (made) => {
        if (made.status === 200) return describes(made.body as MadeFolder);
        const code = codeOf(made);
        return {
          fits: (tree) => {
            if (code === 'FOLDER_CYCLE') return tree.isWithin(parentId ?? null, id);
            const isGone = !tree.folder(id) || (typeof parentId === 'string' && !tree.folder(parentId));
            return code === 'FOLDER_NOT_FOUND' && isGone;
          },
        };
      },
    );
    if (answer.status === 200) await this.#readFolder(id);
  }

  async #delete(id: string, isRecursive: boolean): Promise<void> {
    const path = `/v1/folders/${id}${isRecursive ? '?recursive=true' : ''}`;
    const answer = await this.#note(
      `delete ${path}`,
      (to) => to.delete(path),
      (made) => {
        if (made.status === 204) return { deleted: id, isMaker: true };
        return { fits: (tree) => mayRefuse(made, { tree, id, isRecursive }) };
      },
    );
    if (answer.status === 204) await this.#readFolder(id);
  }

  async #readFolder(id: string): Promise<void> {
    await this.#note(
      `read ${id}`,
      (to) => to.get(`/v1/folders/${id}`),
      (made) =>
        made.status === 200
          ? describes(made.body as MadeFolder)
          : { fits: (tree) => codeOf(made) === 'FOLDER_NOT_FOUND' && !tree.folder(id) },
    );
  }

  async #readPath(id: string): Promise<void> {
    const shown = this.#world.seen.all.findLast(({ folder }) => folder?.id === id)?.folder;
    if (!shown) return;
    const { path } = shown;
    await this.#note(
      `read ${path}`,
      (to) => to.get(`/v1/folders/by-path${path}`),
      (made) => {
        if (made.status !== 200) return { fits: (tree) => tree.atPath(path) === undefined };
        const folder = made.body as MadeFolder;
        return { folder, fits: (tree) => tree.atPath(path) === folder.id && agrees(tree, folder) };
      },
    );
  }

  async #listFolders(id: string): Promise<void> {
    await this.#note(
      `list ${id}`,
      (to) => to.get(`/v1/folders?parent_id=${id}`),
      (made) => {
        if (made.status !== 200) return { fits: (tree) => !tree.folder(id) };
        const { folders } = made.body as FolderList;
        const ids = folders.map((each) => each.id).sort();
        const isSame = (tree: ReplayedTree) =>
          String(
            tree
              .childrenOf(id)
              .map((each) => each.id)
              .sort(),
          ) === String(ids);
        return { fits: (tree) => isSame(tree) && folders.every((folder) => agrees(tree, folder)) };
      },
    );
  }

  async #readDocument(document: StormDocument | undefined): Promise<void> {
    if (document?.place === undefined) return;
    const { id, place } = document;
    await this.#note(
      `read the document ${id} in ${place}`,
      (to) => to.get(`/v1/documents/${id}`),
      (made) => {
        if (made.status === 404) return { fits: (tree) => !isShown(tree, place) };
        expect((made.body as Document).folder_id).to.equal(place);
        return { fits: (tree) => isShown(tree, place) };
      },
    );
  }

  /** Of its own documents: they stay where they are meanwhile. */
  async #listDocuments(folderId: string): Promise<void> {
    const path = `/v1/documents?folder_id=${folderId}&limit=200`;
    await this.#note(
      `list documents of ${folderId}`,
      (to) => to.get(path),
      (made) => {
        if (made.status !== 200) return { fits: (tree) => !tree.folder(folderId) };
        const listed = (made.body as Listed).documents.map(({ id }) => id);
        const own = this.documents.filter(({ place }) => place !== undefined).map((each) => ({ ...each }));
        const isRight = (tree: ReplayedTree, { id, place }: StormDocument) =>
          listed.includes(id) === (place === folderId && isShown(tree, place));
        return { fits: (tree) => own.every((each) => isRight(tree, each)) };
      },
    );
  }

  #note(what: string, send: (to: Client) => Promise<Answer>, judge: Parameters<SeenAnswers['note']>[2]) {
    const { seen, sender } = this.#world;
    const at = this.#turns++;
    return seen.note(what, () => sender(() => send(turn(this.#callers, at))), judge);
  }

  #folder(): string {
    const { folders } = this.#world;
    return this.#random.pick(this.#random.chance(HOT_SHARE) ? folders.slice(-HOT) : folders);
  }

  #name(): string {
    return this.#random.pick(NAMES);
  }
}

/** Not of documents of others: that one was there is not known here. */
function mayRefuse(made: Answer, { tree, id, isRecursive }: { tree: ReplayedTree; id: string; isRecursive: boolean }) {
  if (codeOf(made) === 'FOLDER_NOT_FOUND') return !tree.folder(id);
  if (codeOf(made) !== 'FOLDER_NOT_EMPTY' || isRecursive) return false;
  const { folders, documents } = (made.body as { error: { details: { folders: boolean; documents: boolean } } }).error
    .details;
  return (folders || documents) && folders === tree.childrenOf(id).length > 0;
}

export function isShown(tree: ReplayedTree, place: string | null | undefined): boolean {
  return place === null || (place !== undefined && tree.folder(place) !== undefined);
}

function describes(folder: MadeFolder) {
  return { folder, fits: (tree: ReplayedTree) => agrees(tree, folder) };
}

export function agrees(tree: ReplayedTree, { id, name, parent_id, path, depth, revision }: MadeFolder): boolean {
  const found = tree.folder(id);
  if (!found || found.name !== name || found.parentId !== parent_id || found.revision !== revision) return false;
  return tree.pathOf(id) === path && tree.chainOf(id)?.length === depth + 1;
}
