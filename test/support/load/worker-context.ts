import type { DocumentRecord, Write } from '../oracle/document-record.js';
import type { ExpectedFolder } from '../oracle/folder-record.js';
import type { SeededRandom } from '../oracle/seeded-random.js';
import type { World } from '../oracle/world.js';
import type { ClientCall, Caller } from './caller.js';

/** What a worker works with: whose world it changes, through whom, and by which choices. */
export type WorkerContext = { world: World; caller: Caller; random: SeededRandom; keys: AnsweredKey[] };

/** A request with an Idempotency-Key that was answered with 201: whenever it is sent again, it gets that answer. */
export type AnsweredKey = {
  of: { record: DocumentRecord; write: Write } | ExpectedFolder;
  call: ClientCall;
  answer: unknown;
};

export const DOCUMENTS = '/v1/documents';
export const FOLDERS = '/v1/folders';

export function documentPath(id: string): string {
  return `${DOCUMENTS}/${id}`;
}

export function versionsPath(id: string): string {
  return `${documentPath(id)}/versions`;
}
