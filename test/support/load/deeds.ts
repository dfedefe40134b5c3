import type { DocumentRecord } from '../oracle/document-record.js';
import type { Hand } from './hand.js';
import {
  chooseQuery,
  listFolders,
  listVersions,
  readDocument,
  readVersion,
  searchWorld,
  type Reader,
} from './reads.js';
import { repeatKey } from './repeats.js';
import { createDocument, createFolder, deleteDocument, pushTwins, pushVersion, restoreVersion } from './writes.js';

/** What a worker does in one step. */
export type Deed =
  | 'create'
  | 'keyed create'
  | 'push'
  | 'keyed push'
  | 'twin pushes'
  | 'restore'
  | 'keyed restore'
  | 'delete'
  | 'push and search'
  | 'folder'
  | 'keyed folder'
  | 'repeat'
  | 'read'
  | 'version list'
  | 'version'
  | 'search'
  | 'folder list';

/** How often each is done, in relation to the others. */
export const MIXED_LOAD: Readonly<Record<Deed, number>> = {
  create: 2,
  'keyed create': 2,
  push: 8,
  'keyed push': 8,
  'twin pushes': 3,
  restore: 2,
  'keyed restore': 2,
  delete: 1,
  'push and search': 4,
  folder: 0.5,
  'keyed folder': 0.5,
  repeat: 2,
  read: 8,
  'version list': 3,
  version: 3,
  search: 12,
  'folder list': 1,
};

/** Creates, and deletes where the world is full. */
export const CREATES: Readonly<Record<Deed, number>> = {
  ...(Object.fromEntries(Object.keys(MIXED_LOAD).map((deed) => [deed, 0])) as Record<Deed, 0>),
  create: 1,
  'keyed create': 1,
};

/** That may be living: a search of all of them is one page. */
const MOST_DOCUMENTS = 25;
/** Most is done with these, so that many meet at one document. */
const HOT_DOCUMENTS = 3;
const HOT_SHARE = 0.7;
/** Fewer than those in which a key is recognised. */
const MOST_VERSIONS = 80;
const MOST_FOLDERS = 150;

/** Does it with what the world has at the moment: a create where it lacks documents, a delete where it is full. */
export async function act(hand: Hand, deed: Deed): Promise<void> {
  const { world, random } = hand;
  const able = world.living.filter(({ sights, writes }) => sights.size > 0 && writes.length < MOST_VERSIONS);
  const isFull = world.documents.filter(({ end }) => end === 'no').length >= MOST_DOCUMENTS;
  if (able.length === 0) {
    return isFull ? look(hand, 'search') : createDocument(hand, { keyed: random.chance(0.5) });
  }
  const record = random.pick(random.chance(HOT_SHARE) ? able.slice(-HOT_DOCUMENTS) : able);
  switch (deed) {
    case 'create':
    case 'keyed create':
      return isFull ? deleteDocument(hand, record) : createDocument(hand, { keyed: deed === 'keyed create' });
    case 'push':
    case 'keyed push':
      return pushVersion(hand, record, { keyed: deed === 'keyed push' });
    case 'twin pushes':
      return pushTwins(hand, record);
    case 'push and search':
      return pushAndSearch(hand, record);
    case 'restore':
    case 'keyed restore':
      return restoreVersion(hand, record, { keyed: deed === 'keyed restore' });
    case 'delete':
      return deleteDocument(hand, record);
    case 'folder':
    case 'keyed folder':
      return world.folders.length >= MOST_FOLDERS
        ? look(hand, 'folder list')
        : createFolder(hand, { keyed: deed === 'keyed folder' });
    case 'repeat':
      return repeatSome(hand);
    default:
      return look(hand, deed, record);
  }
}

/** What was answered for is found at once, by every process. */
async function pushAndSearch(hand: Hand, record: DocumentRecord): Promise<void> {
  const { caller, random } = hand;
  await pushVersion(hand, record, { keyed: random.chance(0.5) });
  for (const url of random.shuffled(caller.addresses.all())) {
    await searchWorld(hand, { name: record.identity.name }, (call) => caller.send(call, url));
  }
}

/** Any document that is known, gone ones too: they stay gone. */
async function look(
  hand: Hand,
  deed: 'read' | 'version list' | 'version' | 'search' | 'folder list',
  living?: DocumentRecord,
): Promise<void> {
  const { world, random, caller } = hand;
  const read: Reader = (call) => caller.send(call);
  const record = random.chance(0.9) ? living : random.pick([living, ...world.known]);
  if (deed === 'search') await searchWorld(hand, chooseQuery(hand), read);
  else if (deed === 'folder list') await listFolders(hand, chooseParent(hand), read);
  else if (!record) return;
  else if (deed === 'read') await readDocument(hand, record, read);
  else if (deed === 'version list') await listVersions(hand, record, read);
  else if (record.visible > 0) await readVersion(hand, record, 1 + random.below(record.visible), read);
}

function chooseParent({ world, random }: Hand) {
  return random.pick([undefined, ...world.folders.filter(({ acknowledged, parent }) => acknowledged && !parent)]);
}

async function repeatSome(hand: Hand): Promise<void> {
  const { keys, random, caller } = hand;
  if (keys.length > 0) await repeatKey(hand, random.pick(keys), (call) => caller.send(call));
}
