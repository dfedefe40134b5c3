/** Told the bytes of an object before they are fetched; raises an `UnavailableError` where they must not be. */
export type OnSize = (bytes: number) => void;

export type ListOptions = {
  after?: string | undefined;
  /**
   * `prefix` is a folder whose names begin with random characters: what is far apart in order may be asked for at once.
   */
  isSpread?: boolean;
};

/**
 * The truth: named immutable byte strings (a few rewritten ones: keys, plans, the index generation).
 *
 * Keys are relative, slash-separated, of `[A-Za-z0-9._-]` segments, none of them `.` or `..`.
 * All reads see all writes that were answered before (strong consistency). Every method raises
 * `UnavailableError` when the store cannot be asked or does not answer within its deadline; after a write
 * that means that the write may have happened, or may still happen later.
 */
export interface ObjectStore {
  /**
   * Writes the object if the key is free, as one atomic step: of any number of racers exactly one gets
   * `created`. When it returns, the object is durable.
   *
   * `exists` can be one's own earlier attempt whose answer was lost (adapters repeat internally): the
   * caller reads the object and compares its write id.
   */
  create(key: string, body: Uint8Array): Promise<'created' | 'exists'>;

  /**
   * Writes the object, replacing any earlier one atomically: readers see the old or the new one, whole. An attempt
   * whose answer was lost may come to be later, over what others wrote meanwhile. A function is asked for the body of
   * each attempt.
   */
  put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void>;

  /** The object's bytes, or undefined when there is none. Raises also what `onSize` raises: an `UnavailableError`. */
  read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined>;

  /** Removes the object; no error when there is none. */
  remove(key: string): Promise<void>;

  /**
   * Keys that begin with `prefix`, in the order of their UTF-8 bytes, each after `after` where given. What is written
   * or removed meanwhile may be among them or not. Fetched page by page, so memory stays bounded. Keys outside the
   * grammar above (a server's own temporary files) are left out.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<string>;

  close(): Promise<void>;
}
