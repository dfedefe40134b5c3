/** What a member of an answer is. A cursor is a text, or null. */
type Kind = 'string' | 'number' | 'object' | 'list' | 'cursor';

/** A call of the interface, and what its answer must be to count as one. */
export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Of success: a proxy's 200 is no answer to a call that makes something. */
  statuses: readonly number[];
  /** They tell the answer from that of another request. Without any, the answer is no JSON. */
  members?: Readonly<Record<string, Kind>>;
  /** Bytes of the body, decompressed. */
  mostBytes: number;
  /** The answer is no text. */
  isBytes?: true;
};

const MIB = 1024 * 1024;

/** Lists end a page at 4 MB; a page for readers has at most 1,000,000 characters; a folder's path has 4,096 bytes. */
const USUAL = 64 * MIB;
/** `MAX_BODY_BYTES` is at most 100 MiB. JSON escapes the same characters in answers as in requests. */
const VERSION = 128 * MIB;
/** A difference may hold both versions. 50 results may have metadata of 4 MiB each, the most that can be set. */
const LARGEST = 256 * MIB;

export const CALLS = {
  createDocument: call('POST', [201], { id: 'string', block_count: 'number' }),
  getDocument: { ...call('GET', [200], { id: 'string', blocks: 'list' }), mostBytes: VERSION },
  getFile: { ...call('GET', [200]), mostBytes: VERSION },
  patchDocument: call('PATCH', [200], { id: 'string', version: 'number' }),
  deleteDocument: call('DELETE', [204]),
  putDocument: call('PUT', [200, 201], { id: 'string', version: 'number', result: 'string' }),
  pushVersion: call('POST', [201], { id: 'string', version: 'number' }),
  restoreVersion: call('POST', [201], { id: 'string', version: 'number' }),
  getVersion: { ...call('GET', [200], { version: 'number', blocks: 'list' }), mostBytes: VERSION },
  diffVersions: {
    ...call('GET', [200], { document_id: 'string', fields: 'object', blocks: 'list' }),
    mostBytes: LARGEST,
  },
  viewDocument: call('GET', [200]),
  previewDocument: call('POST', [200]),
  createFolder: call('POST', [201], { id: 'string', path: 'string' }),
  getFolder: call('GET', [200], { id: 'string', path: 'string' }),
  patchFolder: call('PATCH', [200], { id: 'string', path: 'string' }),
  getLimits: call('GET', [200], { plan: 'string', requests: 'object' }),
  searchDocuments: { ...call('GET', [200], { results: 'list', next_cursor: 'cursor' }), mostBytes: LARGEST },
  listDocuments: call('GET', [200], { documents: 'list', next_cursor: 'cursor' }),
  listFolders: call('GET', [200], { folders: 'list' }),
  listVersions: call('GET', [200], { versions: 'list' }),
  putAsset: call('PUT', [200, 201], { sha256: 'string', bytes: 'number' }),
  uploadAssets: call('POST', [200], { assets: 'object' }),
  missingAssets: call('POST', [200], { missing: 'list' }),
  getAsset: { ...call('GET', [200]), mostBytes: VERSION, isBytes: true },
  /** Of each line. */
  bulk: call('POST', [200], { line: 'number', status: 'number' }),
} satisfies Record<string, ApiCall>;

function call(method: ApiCall['method'], statuses: readonly number[], members?: ApiCall['members']): ApiCall {
  return { method, statuses, ...(members && { members }), mostBytes: USUAL };
}

const IS: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  cursor: (value) => typeof value === 'string' || value === null,
};

export function isAnswerTo({ members = {} }: ApiCall, value: unknown): value is object {
  if (!IS.object(value)) return false;
  return Object.entries(members).every(([name, kind]) => IS[kind]((value as Record<string, unknown>)[name]));
}
