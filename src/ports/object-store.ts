/** Called with an object's size in bytes before it is fetched. Raises an `UnavailableError` to refuse the fetch. */
export type OnSize = (bytes: number) => void;

/** `isOneAttempt`: what a store refuses, or what has no answer, is raised at once as `UnavailableError`. */
export type CreateOptions = { isOneAttempt?: boolean };

export type ListOptions = {
  after?: string | undefined;
  /** Names below `prefix` begin with random characters, so that distant ranges may be listed in parallel. */
  isSpread?: boolean;
};

/**
 * Named byte strings, the source of truth. Immutable, but for a few rewritten ones such as keys and plans.
 *
 * Keys are relative, slash-separated, of `[A-Za-z0-9._-]` segments, none of them `.` or `..`. Reads see all writes that
 * were answered before (strong consistency). Every method raises `UnavailableError` when the store cannot be asked or
 * misses its deadline. A write that raises it may have happened, or may still happen later.
 */
export interface ObjectStore {
  /**
   * Writes the object if the key is free, in one atomic and durable step: exactly one of any number of racers gets
   * `created`. `exists` may mean an earlier attempt of the same caller whose answer was lost, as adapters repeat
   * internally. The caller reads the object and compares its write id.
   */
  create(key: string, body: Uint8Array, options?: CreateOptions): Promise<'created' | 'exists'>;

  /**
   * Replaces any earlier object atomically: readers see the old or the new one, whole. An attempt whose answer was lost
   * may land later, over newer writes. A function is called for the body of each attempt.
   */
  put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void>;

  /** Undefined: there is no object. Also raises what `onSize` raises, an `UnavailableError`. */
  read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined>;

  /** No error when there is no object. */
  remove(key: string): Promise<void>;

  /**
   * Keys that begin with `prefix`, in UTF-8 byte order; only those after `after` if given. Keys written or removed
   * meanwhile may be included or not. Fetched page by page, so memory stays bounded. Keys outside the grammar above (a
   * server's temporary files) are left out.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<string>;

  close(): Promise<void>;
}
