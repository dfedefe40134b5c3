import { ApiError, type BulkOperation, type BulkResult } from '../client/client.js';
import { mapConcurrently } from '../platform/concurrently.js';
import type { DirectoryFiles } from './directory-files.js';
import { FileError, type FileDocument } from './file-document.js';
import type { KnownHashes } from './known-hashes.js';
import type { DirectoryContext } from './look-at-directory.js';
import type { OnConflict } from './plan-push.js';
import type { PushOutcome, PushTally } from './push-report.js';
import { settleChange } from './settle-change.js';
import { operationOf, type WriteStep } from './write-bodies.js';

export type PushWriterOptions = {
  context: DirectoryContext;
  files: DirectoryFiles;
  known: KnownHashes;
  tally: PushTally;
  onConflict: OnConflict;
  /** Bulk requests at once. */
  width: number;
};

/** Small enough that all requests have work until the end. */
const LINES = 100;
const CHARACTERS = 2 * 1024 * 1024;
const SETTLED_AT_ONCE = 8;
/** The document is another one than when it was listed. */
const CHANGED_CODES = ['PRECONDITION_FAILED', 'DOCUMENT_NOT_FOUND'];
/** The service refuses what follows, too. */
const FINAL_CODES = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_ROLE',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'UNAVAILABLE',
];

type Sent = { step: WriteStep; hashes: [document: string, file: string] };
/** `mayBeDone`: by an attempt of this push that had no answer. */
type ChangedStep = { step: WriteStep; mayBeDone: boolean };
type Batch = Map<BulkOperation, Sent>;

/** Writes documents by bulk requests, and then one by one those that were changed since they were listed. */
export class PushWriter {
  readonly #options: PushWriterOptions;
  readonly #changed: ChangedStep[] = [];
  #failure: Error | undefined;

  constructor(options: PushWriterOptions) {
    this.#options = options;
  }

  /** Raises what ends the push: refusals of key or plan, a service without answers, and the reason of an abort. */
  async run(steps: readonly WriteStep[]): Promise<void> {
    const queue = steps.values();
    await Promise.all(Array.from({ length: this.#options.width }, () => this.#unlessFailed(() => this.#send(queue))));
    await mapConcurrently(this.#changed, SETTLED_AT_ONCE, (changed) => this.#unlessFailed(() => this.#settle(changed)));
    if (this.#failure) throw this.#failure;
  }

  /** Work that is under way elsewhere comes to its end. */
  async #unlessFailed(work: () => Promise<void>): Promise<void> {
    if (this.#failure) return;
    try {
      await work();
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  async #send(queue: Iterator<WriteStep>): Promise<void> {
    const { client, signal } = this.#options.context;
    while (!this.#failure) {
      const batch = await this.#nextBatch(queue);
      if (batch.size === 0) return;
      for await (const result of client.bulk(batch.keys(), { signal })) this.#take(batch, result);
    }
  }

  async #nextBatch(queue: Iterator<WriteStep>): Promise<Batch> {
    const { keys, signal } = this.#options.context;
    const batch: Batch = new Map();
    let characters = 0;
    while (batch.size < LINES && characters < CHARACTERS) {
      signal.throwIfAborted();
      const next = queue.next();
      if (next.done === true) break;
      const document = await this.#read(next.value);
      if (document === undefined) continue;
      const { hash, hashOfFile } = document;
      batch.set(operationOf(next.value, document, keys), { step: next.value, hashes: [hash, hashOfFile] });
      characters += document.content.blocks.reduce((sum, { content }) => sum + content.length, 0);
    }
    return batch;
  }

  /** Undefined: the file is no document any more, which is reported. */
  async #read({ local: { path } }: WriteStep): Promise<FileDocument | undefined> {
    const { files, known } = this.#options;
    try {
      const document = await files.take(path);
      if (document) known.expect(path, document.hash);
      else this.#end({ path, action: 'skip', reason: 'the file says quire: false' });
      return document;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#end({ path, action: 'fail', reason: error.message });
      return undefined;
    }
  }

  #take(batch: Batch, { operation, status, body, error, mayBeDone }: BulkResult): void {
    const { step, hashes } = batch.get(operation) as Sent;
    const { path } = step.local;
    if (error === undefined) {
      this.#options.known.confirm(path, ...hashes);
      this.#end(writtenOutcome(step, body as WrittenBody));
    } else if (CHANGED_CODES.includes(error.code)) {
      this.#changed.push({ step, mayBeDone });
    } else if (FINAL_CODES.includes(error.code)) {
      this.#failure ??= new ApiError({ status, error });
    } else {
      this.#end({ path, action: 'fail', reason: reasonOf(error) });
    }
  }

  async #settle({ step, mayBeDone }: ChangedStep): Promise<void> {
    const { context: place, onConflict, known } = this.#options;
    const { path } = step.local;
    const read = () => this.#read(step);
    const isForeign = (hash: string) => known.isForeign(path, hash);
    const settled = await settleChange({ place, onConflict, path, read, isForeign }).catch((error: unknown) =>
      this.#refused(step, error),
    );
    if (settled === undefined) return;
    if (settled.document) known.confirm(path, settled.document.hash, settled.document.hashOfFile);
    const { outcome } = settled;
    const isOurs = mayBeDone && outcome.action === 'unchanged';
    this.#end(isOurs ? { ...outcome, ...doneBy(step) } : outcome);
  }

  /** What concerns one file does not end the push. */
  #refused({ local: { path } }: WriteStep, error: unknown): undefined {
    if (!(error instanceof ApiError)) throw error;
    const { code, message: reason } = error as ApiError;
    if (FINAL_CODES.includes(code)) throw error;
    this.#end({ path, action: 'fail', reason });
    return undefined;
  }

  #end(outcome: PushOutcome): void {
    this.#options.context.progress.advance();
    this.#options.tally.report(outcome);
  }
}

type WrittenBody = { id: string; url: string; version: number; result?: 'created' | 'updated' | 'unchanged' };

const ACTIONS = { created: 'create', updated: 'update', unchanged: 'unchanged' } as const;

function doneBy(step: WriteStep): Pick<PushOutcome, 'action' | 'fromVersion'> {
  return step.action === 'update' ? { action: 'update', fromVersion: step.remote.version } : { action: 'create' };
}

/** A PUT says what it did: somebody else may have made the document meanwhile. */
function writtenOutcome(step: WriteStep, { id, url, version, result }: WrittenBody): PushOutcome {
  const did = result === undefined ? {} : { action: ACTIONS[result] };
  return { path: step.local.path, id, url, version, ...doneBy(step), ...did };
}

function reasonOf({ message, details }: NonNullable<BulkResult['error']>): string {
  const [fault] = 'errors' in details ? details.errors : [];
  return fault ? `${message} ${fault.path} ${fault.message}` : message;
}
