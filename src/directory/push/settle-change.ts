import { isApiError } from '../../client/client.js';
import type { FileDocument } from '../files/file-document.js';
import type { OnConflict } from '../plan-push.js';
import { ACTIONS, shownAs, type PushOutcome } from '../push-report.js';
import { findRemote, type FoundDocument, type RemoteScope } from '../remote-documents.js';
import { newBody, versionBody } from './write-bodies.js';

type Change = {
  place: RemoteScope;
  onConflict: OnConflict;
  path: string;
  /** Whether this directory never had the content. */
  isForeign(hash: string): boolean;
  /** Undefined: the file is no document any more. */
  read(): Promise<FileDocument | undefined>;
};

/** `document`: what Quire has now as the file has it. */
type Settled = { outcome: PushOutcome; document?: FileDocument };

/** Each is lost only if the document changes between a read and a write. */
const ATTEMPTS = 5;

/**
 * For a document that was changed or deleted since it was listed: by another push of the same directory, or by somebody
 * else. Undefined: the file is no document any more.
 */
export async function settleChange(change: Change): Promise<Settled | undefined> {
  const { place, onConflict, path } = change;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const document = await change.read();
    if (document === undefined) return undefined;
    const remote = await findRemote(place, path);
    if (remote && change.isForeign(remote.hash) && onConflict !== 'overwrite') return conflictWith(remote);
    const written = await write(place, document, { path, remote });
    if (written) return { document, outcome: written };
  }
  return { outcome: { path, action: 'conflict', reason: 'somebody else changes the document again and again' } };
}

function conflictWith({ path, id, url, version }: FoundDocument): Settled {
  const reason = 'somebody else has changed the document meanwhile';
  return { outcome: { path, action: 'conflict', id, url, version, reason } };
}

/**
 * Writes although the document may be equal: the service writes nothing then, and only its answer to a write says that
 * lists show the document so. The process that made it so may have died before that. Undefined: the document has
 * changed again.
 */
async function write(
  { client, keys, signal }: RemoteScope,
  document: FileDocument,
  { path, remote }: { path: string; remote: FoundDocument | undefined },
): Promise<PushOutcome | undefined> {
  const body = remote ? versionBody(document) : newBody(document, path, keys);
  try {
    const guard = remote ? { ifMatch: remote.tag } : { onlyNew: true };
    const put = await client.putDocument(keys.keyOf(path), body, { signal, ...guard });
    const { id, url, folder_id: folderId, version, result } = put;
    const shown = shownAs(document, remote?.visibility);
    const outcome = { path, id, url, folderId, version, action: ACTIONS[result], ...shown };
    return remote && result === 'updated' ? { ...outcome, fromVersion: remote.version } : outcome;
  } catch (error) {
    if (isApiError(error, 'PRECONDITION_FAILED')) return undefined;
    throw error;
  }
}
