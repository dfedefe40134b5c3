import { randomUUID } from 'node:crypto';
import { ApiError } from './api-error.js';
import { forEachConcurrently } from './for-each-concurrently.js';
import { makeDocument, revise, UnfitFileError } from './make-document.js';
import type { DocumentBody } from './make-document.js';
import type { Run, WrittenDocument } from './run.js';

/** Every so many documents one gets a second version. */
const REVISED_EVERY = 5;

export interface WrittenDocuments {
  readonly documents: WrittenDocument[];
  /** Files that do not fit into a document, with the reason. */
  readonly unfit: string[];
  blocks: number;
  /** Of the bodies of creates and pushes. */
  bytes: number;
}

export function nothingWritten(): WrittenDocuments {
  return { documents: [], unfit: [], blocks: 0, bytes: 0 };
}

/** Makes a document of each file, every fifth with a second version; notes what is acknowledged. */
export async function writeDocuments(run: Run, sources: readonly string[], written: WrittenDocuments): Promise<void> {
  const runId = randomUUID();
  run.progress.start('Writing', sources.length);
  try {
    await forEachConcurrently(sources, run, async (source, index) => {
      const key = `demo-${runId}-${index}`;
      const versions = index % REVISED_EVERY === 0 ? 2 : 1;
      await new Writer(run, written, key).write(source, versions).catch((error: unknown) => {
        noteFailure(run, written, { source, error });
      });
      run.progress.advance();
    });
  } finally {
    run.progress.stop();
  }
}

class Writer {
  readonly #run: Run;
  readonly #written: WrittenDocuments;
  readonly #idempotencyKey: string;

  constructor(run: Run, written: WrittenDocuments, idempotencyKey: string) {
    this.#run = run;
    this.#written = written;
    this.#idempotencyKey = idempotencyKey;
  }

  async write(source: string, versions: 1 | 2): Promise<void> {
    const { dir, packages, folders } = this.#run;
    const {
      first,
      package: { name },
    } = await makeDocument(dir, source, packages);
    const folderId = await folders.ofPackage(name);
    const id = await this.#post('/v1/documents', first, { folder_id: folderId });
    if (versions === 2) await this.#post(`/v1/documents/${id}/versions`, revise(first));
    this.#written.documents.push({ source, id, folderId, versions });
  }

  /** On push a key belongs to its document, so that create and push can share one. */
  async #post(path: string, document: DocumentBody, more: object = {}): Promise<string> {
    const body = JSON.stringify({ ...document, ...more });
    const idempotencyKey = this.#idempotencyKey;
    const answer = await this.#run.api.json<{ id: string }>({ method: 'POST', path, body, idempotencyKey });
    this.#written.blocks += document.blocks.length;
    this.#written.bytes += Buffer.byteLength(body);
    return answer.body.id;
  }
}

interface Failure {
  readonly source: string;
  readonly error: unknown;
}

/** One refused document does not end the run, but the run does not pass with it. */
function noteFailure(run: Run, written: WrittenDocuments, { source, error }: Failure): void {
  if (error instanceof UnfitFileError) {
    written.unfit.push(error.message);
  } else if (error instanceof ApiError && !error.fatal) {
    run.differences.add(`${source}: not written: ${error.message}`);
  } else {
    throw error;
  }
}
