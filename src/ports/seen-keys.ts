/** API keys in use, by their hashes. Shared by all processes. May be lost. Raises `UnavailableError`. */
export interface SeenKeys {
  /** Remembers for an hour, for all processes, that a usable key is in use. A lost answer does no harm. */
  markKeySeen(keyHash: string): Promise<void>;

  /** Whether any process has met the key within the last hour, as far as the store remembers. */
  wasKeySeen(keyHash: string): Promise<boolean>;
}
