import type { DocumentRecord } from '../oracle/document-record.js';
import type { WorkerContext } from './worker-context.js';
import {
  chooseQuery,
  listFolders,
  listVersions,
  readDocument,
  readFile,
  readVersion,
  searchWorld,
  type Reader,
} from './reads.js';
import { repeatKey } from './repeats.js';
import { deleteByKey, putByKey, readByKey } from './by-key.js';
import {
  createDocument,
  createFolder,
  deleteDocument,
  patchDocument,
  pushTwins,
  pushVersion,
  restoreVersion,
  writeBack,
} from './writes.js';

type ByKeyOperation = 'put by key' | 'keyed put by key' | 'delete by key' | 'read by key';

/** What a worker does in one step. */
export type WorkloadOperation =
  | ByKeyOperation
  | 'create'
  | 'keyed create'
  | 'push'
  | 'keyed push'
  | 'twin pushes'
  | 'write back'
  | 'keyed write back'
  | 'restore'
  | 'keyed restore'
  | 'delete'
  | 'patch'
  | 'keyed patch'
  | 'push and search'
  | 'folder'
  | 'keyed folder'
  | 'repeat'
  | 'read'
  | 'version list'
  | 'version'
  | 'file'
  | 'search'
  | 'folder list';

/** How often each is done, in relation to the others. */
export const MIXED_LOAD: Readonly<Record<WorkloadOperation, number>> = {
  create: 2,
  'keyed create': 2,
  push: 8,
  'keyed push': 8,
  'twin pushes': 3,
  'write back': 2,
  'keyed write back': 2,
  restore: 2,
  'keyed restore': 2,
  delete: 1,
  patch: 2,
  'keyed patch': 2,
  'put by key': 4,
  'keyed put by key': 4,
  'delete by key': 2,
  'read by key': 3,
  'push and search': 4,
  folder: 0.5,
  'keyed folder': 0.5,
  repeat: 2,
  read: 8,
  'version list': 3,
  version: 3,
  file: 4,
  search: 12,
  'folder list': 1,
};

/** Creates, and deletes where the world is full. */
export const CREATES: Readonly<Record<WorkloadOperation, number>> = {
  ...(Object.fromEntries(Object.keys(MIXED_LOAD).map((operation) => [operation, 0])) as Record<WorkloadOperation, 0>),
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
export async function act(worker: WorkerContext, operation: WorkloadOperation): Promise<void> {
  if (isByKey(operation)) return actByKey(worker, operation);
  const { world, random } = worker;
  const able = world.living.filter(({ sights, writes }) => sights.size > 0 && writes.length < MOST_VERSIONS);
  const isFull = world.documents.filter(({ end }) => end === 'no').length >= MOST_DOCUMENTS;
  if (able.length === 0) {
    return isFull ? look(worker, 'search') : createDocument(worker, { keyed: random.chance(0.5) });
  }
  const record = random.pick(random.chance(HOT_SHARE) ? able.slice(-HOT_DOCUMENTS) : able);
  switch (operation) {
    case 'create':
    case 'keyed create':
      return isFull ? deleteDocument(worker, record) : createDocument(worker, { keyed: operation === 'keyed create' });
    case 'push':
    case 'keyed push':
      return pushVersion(worker, record, { keyed: operation === 'keyed push' });
    case 'twin pushes':
      return pushTwins(worker, record);
    case 'write back':
    case 'keyed write back':
      return writeBack(worker, record, { keyed: operation === 'keyed write back' });
    case 'push and search':
      return pushAndSearch(worker, record);
    case 'restore':
    case 'keyed restore':
      return restoreVersion(worker, record, { keyed: operation === 'keyed restore' });
    case 'patch':
    case 'keyed patch':
      return patchDocument(worker, record, { keyed: operation === 'keyed patch' });
    case 'delete':
      return deleteDocument(worker, record);
    case 'folder':
    case 'keyed folder':
      return world.folders.length >= MOST_FOLDERS
        ? look(worker, 'folder list')
        : createFolder(worker, { keyed: operation === 'keyed folder' });
    case 'repeat':
      return repeatSome(worker);
    default:
      return look(worker, operation, record);
  }
}

function isByKey(operation: WorkloadOperation): operation is ByKeyOperation {
  return operation.endsWith('by key');
}

async function actByKey(worker: WorkerContext, operation: ByKeyOperation): Promise<void> {
  const { world, random, caller } = worker;
  if (operation === 'delete by key') return deleteByKey(worker);
  if (operation !== 'read by key') return putByKey(worker, { keyed: operation === 'keyed put by key' });
  await readByKey(worker, random.pick(world.byKey), (call) => caller.send(call));
}

/** What was answered for is found at once, by every process. */
async function pushAndSearch(worker: WorkerContext, record: DocumentRecord): Promise<void> {
  const { caller, random } = worker;
  await pushVersion(worker, record, { keyed: random.chance(0.5) });
  for (const url of random.shuffled(caller.addresses.all())) {
    await searchWorld(worker, { name: record.identity.name }, (call) => caller.send(call, url));
  }
}

/** Any document that is known, gone ones too: they stay gone. */
async function look(
  worker: WorkerContext,
  operation: 'read' | 'version list' | 'version' | 'file' | 'search' | 'folder list',
  living?: DocumentRecord,
): Promise<void> {
  const { world, random, caller } = worker;
  const read: Reader = (call) => caller.send(call);
  const record = random.chance(0.9) ? living : random.pick([living, ...world.known]);
  if (operation === 'search') await searchWorld(worker, chooseQuery(worker), read);
  else if (operation === 'folder list') await listFolders(worker, chooseParent(worker), read);
  else if (!record) return;
  else if (operation === 'read') await readDocument(worker, record, read);
  else if (operation === 'version list') await listVersions(worker, record, read);
  else if (operation === 'file')
    await readFile(worker, record, random.pick([undefined, ...record.sights.keys()]), read);
  else if (record.visible > 0) await readVersion(worker, record, 1 + random.below(record.visible), read);
}

function chooseParent({ world, random }: WorkerContext) {
  return random.pick([undefined, ...world.folders.filter(({ acknowledged, parent }) => acknowledged && !parent)]);
}

async function repeatSome(worker: WorkerContext): Promise<void> {
  const { keys, random, caller } = worker;
  if (keys.length > 0) await repeatKey(worker, random.pick(keys), (call) => caller.send(call));
}
