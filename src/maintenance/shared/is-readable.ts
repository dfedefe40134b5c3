import { apiKeyShape, planShape, revocationShape } from '../../log/api-key-records.js';
import { assetEntryShape, assetUseShape } from '../../log/asset-log.js';
import { decodeLife } from '../../log/key-log.js';
import { decodeFolder } from '../../log/folder-log.js';
import { decodeFolderObject } from '../../log/folder-tree-log.js';
import { decodeObject, unreadableAs } from '../../log/json-objects.js';
import { decodeSlot } from '../../log/slot-codec.js';
import type { LogKind } from './sync-kinds.js';

const decoders: Readonly<Record<LogKind, (key: string, body: Uint8Array) => unknown>> = {
  documents: decodeSlot,
  'asset-uses': (key, body) => decodeObject(key, body, assetUseShape),
  'asset-log': (key, body) => decodeObject(key, body, assetEntryShape),
  assets: () => undefined,
  'by-key': decodeLife,
  folders: decodeFolder,
  'folder-trees': decodeFolderObject,
  owners: (key, body) => decodeObject(key, body, planShape),
  keys: (key, body) => decodeObject(key, body, apiKeyShape),
  revocations: (key, body) => decodeObject(key, body, revocationShape),
  // The keys of these say everything.
  suspensions: () => undefined,
  'folder-sweeps': () => undefined,
};

export function isReadable(kind: LogKind, key: string, body: Uint8Array): boolean {
  try {
    decoders[kind](key, body);
    return true;
  } catch (error) {
    return unreadableAs(false)(error);
  }
}
