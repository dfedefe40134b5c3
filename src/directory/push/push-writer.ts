import { ApiError, isApiError, type BulkOperation, type BulkResult } from '../../client/client.js';
import type { Visibility } from '../../domain/document.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import { sizeOf } from '../files/directory-files.js';
import { isRefusal, type FileDocument } from '../files/file-document.js';
import { FileError } from '../files/file-error.js';
import type { DirectoryContext, DirectorySnapshot } from '../directory-snapshot.js';
import type { OnConflict, WriteStep } from '../plan-push.js';
import { ACTIONS, refusedOutcome, shownAs, type PushOutcome, type PushTally } from '../push-report.js';
import { settleChange } from './settle-change.js';
import type { AssetSender } from './send-assets.js';
import { operationOf } from './write-bodies.js';

export type PushWriterOptions = {
  context: DirectoryContext;
  look: Pick<DirectorySnapshot, 'files' | 'known'>;
  sender: AssetSender;
  tally: PushTally;
  onConflict: OnConflict;
  /** Bulk requests at once. */
  width: number;
};

/** Of one bulk request. Small enough that all requests have work until the end. */
export const LINES = 100;
const CHARACTERS = 2 * 1024 * 1024;
const SETTLED_AT_ONCE = 8;
/** The document is another one than when it was listed. */
const CHANGED_CODES = ['PRECONDITION_FAILED', 'DOCUMENT_NOT_FOUND'];
/** The service has removed a file that the document refers to, or it could not be sent. */
const ASSETS_GONE: string = 'ASSET_NOT_FOUND';
/** The service refuses what follows, too. */
const FINAL_CODES = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_ROLE',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'UNAVAILABLE',
];

type Sent = { step: WriteStep; document: Pick<FileDocument, 'hash' | 'own'>; shown: Partial<PushOutcome> };
/** `mayBeDone`: by an attempt of this push that had no answer. */
type ChangedStep = { step: WriteStep; mayBeDone: boolean };
type Batch = Map<BulkOperation, Sent>;

/** Writes documents by bulk requests, and then one by one those that were changed since they were listed. */
export class PushWriter {
  readonly #options: PushWriterOptions;
  readonly #changed: ChangedStep[] = [];
  /** Of a line that was refused for good. No further request begins. */
  #refusal: ApiError | undefined;

  constructor(options: PushWriterOptions) {
    this.#options = options;
  }

  /** Raises what ends the push: refusals of key or plan, a service without answers, and the reason of an abort. */
  async run(steps: AsyncIterable<WriteStep>): Promise<void> {
    const { width, context } = this.#options;
    const { signal } = context;
    await forEachConcurrently(this.#batches(steps), { width, signal }, (batch) => this.#send(batch));
    await forEachConcurrently(this.#changed, { width: SETTLED_AT_ONCE, signal }, (changed) => this.#settle(changed));
  }

  async *#batches(steps: AsyncIterable<WriteStep>): AsyncGenerator<Batch> {
    let batch: Batch = new Map();
    let characters = 0;
    for await (const step of steps) {
      if (this.#refusal) return;
      const document = await this.#read(step);
      if (document === undefined) continue;
      const { hash, own } = document;
      const operation = operationOf(step, document, this.#options.context.keys);
      batch.set(operation, { step, document: { hash, own }, shown: shownAs(document, visibilityBefore(step)) });
      characters += sizeOf(document);
      if (batch.size < LINES && characters < CHARACTERS) continue;
      yield batch;
      batch = new Map();
      characters = 0;
    }
    if (batch.size > 0) yield batch;
  }

  /** All lines have their answers, or the connection has ended: others may be done although one is refused for good. */
  async #send(batch: Batch): Promise<void> {
    const { client, signal } = this.#options.context;
    try {
      for await (const result of client.bulk(batch.keys(), { signal })) this.#take(batch, result);
    } catch (error) {
      throw this.#refusal ?? error;
    }
    if (this.#refusal) throw this.#refusal;
  }

  /** Undefined: the file is no document any more, which is reported. */
  async #read(step: WriteStep): Promise<FileDocument | undefined> {
    const { files, known } = this.#options.look;
    const { path } = step.local;
    try {
      const document = await files.take(path);
      if (isRefusal(document)) {
        this.#end(refusedOutcome({ path, refusal: document }, step.action === 'update' ? step.remote : undefined));
        return undefined;
      }
      known.expect(path, document.hash);
      return document;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#end({ path, action: 'fail', reason: error.message });
      return undefined;
    }
  }

  #take(batch: Batch, { operation, status, body, error, mayBeDone }: BulkResult): void {
    const { step, document, shown } = batch.get(operation) as Sent;
    const { path } = step.local;
    if (error === undefined) {
      this.#confirm(path, document);
      this.#end({ ...writtenOutcome(step, body as WrittenBody), ...shown });
    } else if (CHANGED_CODES.includes(error.code) || error.code === ASSETS_GONE) {
      if (error.code === ASSETS_GONE) this.#options.sender.forget(document.own.assets.values());
      this.#changed.push({ step, mayBeDone });
    } else if (FINAL_CODES.includes(error.code)) {
      this.#refusal ??= new ApiError({ status, error });
    } else {
      this.#end({ path, action: 'fail', reason: error.message });
    }
  }

  async #settle({ step, mayBeDone }: ChangedStep): Promise<void> {
    const { context: place, onConflict, look, sender } = this.#options;
    const { known } = look;
    const { path } = step.local;
    const read = async () => {
      const document = await this.#read(step);
      if (document) await sender.send(document.own.assets.values());
      return document;
    };
    const isForeign = (hash: string) => known.isForeign(path, hash);
    const settled = await settleChange({ place, onConflict, path, read, isForeign }).catch((error: unknown) =>
      this.#refused(step, error),
    );
    if (settled === undefined) return;
    if (settled.document) this.#confirm(path, settled.document);
    const { outcome } = settled;
    const isOurs = mayBeDone && outcome.action === 'unchanged';
    this.#end(isOurs ? { ...outcome, ...doneBy(step), ...shownAs(step.local, visibilityBefore(step)) } : outcome);
  }

  #confirm(path: string, { hash, own }: Sent['document']): void {
    const { known } = this.#options.look;
    known.confirm(path, hash);
    known.confirmAssets(own.assets.values());
  }

  /** What concerns one file does not end the push. */
  #refused({ local: { path, assets } }: WriteStep, error: unknown): undefined {
    const missing = isApiError(error, 'ASSET_NOT_FOUND') ? error.details.missing : [];
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error as ApiError;
    if (FINAL_CODES.includes(code)) throw error;
    const lost = assets.find(({ sha256 }) => missing.includes(sha256));
    this.#end({ path, action: 'fail', reason: lost ? `the service does not take ${lost.path}` : message });
    return undefined;
  }

  #end(outcome: PushOutcome): void {
    this.#options.context.progress.advance();
    this.#options.tally.report(outcome);
  }
}

/** `result` and `folder_id`: of a PUT. */
type WrittenBody = {
  id: string;
  url: string;
  version: number;
  result?: 'created' | 'updated' | 'unchanged';
  folder_id?: string;
};

function doneBy(step: WriteStep): Pick<PushOutcome, 'action' | 'fromVersion' | 'folderId'> {
  if (step.action === 'create') return { action: 'create' };
  const { version, folderId } = step.remote;
  return { action: 'update', fromVersion: version, folderId };
}

function visibilityBefore(step: WriteStep): Visibility | undefined {
  return step.action === 'update' ? step.remote.visibility : undefined;
}

/** A PUT says what it did: somebody else may have made the document meanwhile. */
function writtenOutcome(step: WriteStep, { id, url, version, result, folder_id: folderId }: WrittenBody): PushOutcome {
  const did = { ...(result !== undefined && { action: ACTIONS[result] }), ...(folderId !== undefined && { folderId }) };
  return { path: step.local.path, id, url, version, ...doneBy(step), ...did };
}
