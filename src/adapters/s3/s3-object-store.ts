import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { UnavailableError } from '../../domain/errors.js';
import { NO_TRACER } from '../../platform/tracer.js';
import type { CreateOptions, ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';
import { callS3, type S3Attempt } from './calls.js';
import { listInParts, type KeyPages, isOwnKey } from './list-in-parts.js';
import { ObjectRequests } from './object-requests.js';
import { makeRequestModels } from './request-models.js';
import { makeS3Client } from './s3-client.js';
import type { S3Config } from '../../config/config.js';
import { ForeignAnswerError, isMissingKey, isPreconditionFailed } from './s3-errors.js';

/** The log in one bucket, below one prefix. Needs a server whose `If-None-Match: *` holds under a race. */
export class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client;
  readonly #options: S3Config;
  readonly #objects: ObjectRequests;

  constructor(options: S3Config, tracer = NO_TRACER) {
    const { bucket, prefix, kmsKeyId } = options;
    this.#client = makeS3Client(options, tracer);
    this.#options = options;
    const encryption =
      kmsKeyId === undefined ? {} : ({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId: kmsKeyId } as const);
    const written = { Bucket: bucket, prefix, ContentType: 'application/json', ...encryption };
    this.#objects = new ObjectRequests(() => makeRequestModels(this.#client, written), { tracer });
  }

  /** A 412 may answer a repeat of this very call: the port's contract leaves that to the caller. */
  async create(
    key: string,
    body: Uint8Array,
    { isOneAttempt = false }: CreateOptions = {},
  ): Promise<'created' | 'exists'> {
    try {
      await this.#call({ what: `create ${key}`, expected: isPreconditionFailed, isOneAttempt }, (signal) =>
        this.#objects.create(key, body, signal),
      );
      return 'created';
    } catch (error) {
      if (isPreconditionFailed(error)) return 'exists';
      throw error;
    }
  }

  async put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    await this.#call({ what: `put ${key}` }, (signal) =>
      this.#objects.put(key, typeof body === 'function' ? body() : body, signal),
    );
  }

  async read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    // In an attempt, only `onSize` raises an `UnavailableError`.
    const expected = (error: unknown) => isMissingKey(error) || error instanceof UnavailableError;
    try {
      return await this.#call({ what: `read ${key}`, expected }, (signal) => this.#objects.get(key, signal, onSize));
    } catch (error) {
      if (isMissingKey(error)) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#call({ what: `remove ${key}`, expected: isMissingKey }, (abortSignal) =>
        this.#client.send(new DeleteObjectCommand({ Bucket: this.#options.bucket, Key: this.#options.prefix + key }), {
          abortSignal,
        }),
      );
    } catch (error) {
      if (!isMissingKey(error)) throw error;
    }
  }

  async *list(prefix: string, { after, isSpread = false }: ListOptions = {}): AsyncGenerator<string> {
    const pagesOf = (part: string, last: string | undefined) => this.#pages(part, last);
    for await (const { keys } of isSpread ? listInParts(prefix, after, pagesOf) : pagesOf(prefix, after)) {
      for (const key of keys) if (isOwnKey(key)) yield key;
    }
  }

  async close(): Promise<void> {
    this.#client.destroy();
    this.#objects.close();
  }

  async *#pages(prefix: string, after: string | undefined): KeyPages {
    const start = this.#options.prefix.length;
    let token: string | undefined;
    do {
      const page = await this.#page(prefix, { after, token });
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(start));
      // S3Proxy takes the prefix `a/.` for `a/`.
      yield { keys: keys.filter((key) => key.startsWith(prefix)), isLast: token === undefined };
    } while (token !== undefined);
  }

  #page(
    prefix: string,
    from: { after: string | undefined; token: string | undefined },
  ): Promise<ListObjectsV2CommandOutput> {
    const command = new ListObjectsV2Command({
      Bucket: this.#options.bucket,
      Prefix: this.#options.prefix + prefix,
      StartAfter: from.after === undefined ? undefined : this.#options.prefix + from.after,
      ContinuationToken: from.token,
    });
    return this.#call({ what: `list ${prefix}` }, async (abortSignal) => {
      const page = await this.#client.send(command, { abortSignal });
      // Without this check the bucket would be taken for an empty one.
      if (page.IsTruncated === undefined) throw new ForeignAnswerError();
      return page;
    });
  }

  #call<T>(
    call: { what: string; isOneAttempt?: boolean; expected?: (error: unknown) => boolean },
    attempt: S3Attempt<T>,
  ): Promise<T> {
    return callS3({ ...call, timeoutMs: this.#options.timeoutMs }, attempt);
  }
}
