/** What an operator may set of the sizes that a request is held to. */
export type Limits = {
  /** Bytes of a request body, before and after decompression. */
  bodyBytes: number;
  /** Blocks of a version. */
  blocks: number;
  /** UTF-8 bytes of a document's metadata as JSON. */
  metadataBytes: number;
  /** Greatest `depth` of a folder. */
  folderDepth: number;
};

export const TITLE_CODE_POINTS = 500;
export const FOLDER_NAME_CODE_POINTS = 255;
/** UTF-8 bytes of a folder's path: every row of a list carries one. */
export const FOLDER_PATH_BYTES = 4_096;
export const TAGS = 1_000;
export const TAG_CODE_POINTS = 1_024;
export const JSON_LEVELS = 64;
/** Of a request body, all levels together: objects, arrays and what is in them; names do not count. */
export const JSON_VALUES = 500_000;
/** Of a request body: named members of all its objects. Each costs several times what a value costs. */
export const JSON_NAMES = 200_000;
/** Of a request body: sequences of names from the beginning of an object. A new one costs ten times a known one. */
export const JSON_SHAPES = 40_000;
export const SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 20;
export const LIST_LIMIT = 1_000;
export const OFFSET_LIMIT = 2 ** 31 - 1;
/** Slots of a version log in which a repeated Idempotency-Key is recognised, from the newest back. */
export const IDEMPOTENCY_WINDOW = 100;
/** Base62 characters, in lower case, of the random name that tells an index from every other. */
export const GENERATION_LENGTH = 12;
/** How long what a deleted document leaves is kept before gc may remove it: longer than any late reply can live. */
export const RETENTION_MS = 35 * 86_400_000;
/** For so long a page of results may be shown again, counted from before its epoch was asked for. */
export const PAGE_LIFE_MS = 700;
/** For so long the head of an unseen document may be laid into pages again, counted from before it was asked for. */
export const UNSEEN_HEAD_LIFE_MS = 300;
/** Who writes and cannot tell of it waits until no page has a head from before its write (rule waitForBoth). */
export const UNTOLD_WAIT_MS = PAGE_LIFE_MS + UNSEEN_HEAD_LIFE_MS;
/** For so long an index that was the right one is believed to be it where it finds something. */
export const INDEX_BELIEVED_MS = 1_000;
/** How long a write may go on trying unless it is set, in milliseconds. */
export const WRITE_DEADLINE_MS = 20_000;
/** How long keys, plans and suspensions are believed while the object store is away, unless it is set; milliseconds. */
export const KEYS_WITHOUT_STORE_MS = 300_000;
