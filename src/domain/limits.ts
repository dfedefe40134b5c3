export type Limits = {
  /** Bytes of a request body, before and after decompression. */
  bodyBytes: number;
  blocks: number;
  /** UTF-8 bytes of a document's metadata as JSON. */
  metadataBytes: number;
  folderDepth: number;
  assetBytes: number;
};

export const TITLE_CODE_POINTS = 500;
export const FOLDER_NAME_CODE_POINTS = 255;
export const FOLDER_PATH_BYTES = 4_096;
/** Of an owner. */
export const FOLDERS = 200_000;
/** As `FolderTree.bytes`, deleted folders included: a tree in the log must stay smaller than `LARGEST_OBJECT_BYTES`. */
export const FOLDERS_BYTES = 128_000_000;
/** Below a folder that a move makes deeper, or whose path it makes longer. */
export const FOLDERS_BELOW_A_MOVE = 10_000;
export const TAGS = 1_000;
export const TAG_CODE_POINTS = 1_024;
/** Tags of a document times the UTF-8 bytes of its folded title. */
export const TAGGED_TITLE_BYTES = 65_536;
/** In one request, and their bytes. */
export const UPLOADED_ASSETS = 100;
export const UPLOADED_BYTES = 50 * 1024 * 1024;
export const ASKED_ASSETS = 1_000;
/** Of a version, as its text names them. */
export const ASSET_NAMES = 1_000;
export const ASSET_NAME_BYTES = 512;
export const JSON_LEVELS = 64;
/** In a request body: objects, arrays and their items on all levels, without names. */
export const JSON_VALUES = 500_000;
/** In a request body: members of all objects. Each costs several times what a value costs. */
export const JSON_NAMES = 200_000;
/** In a request body: sequences of names from an object's start. A new one costs ten times a known one. */
export const JSON_SHAPES = 40_000;
export const SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 20;
export const DOCUMENT_LIST_LIMIT = 200;
export const DEFAULT_DOCUMENT_LIST_LIMIT = 50;
/**
 * Bytes of a page of `GET /v1/documents`. Its documents may have 256 KiB of metadata each, so 200 of them would be
 * 50 MB. A page of this size costs about 50 ms of CPU, and an owner's share of answers under way has room for sixteen.
 */
export const DOCUMENT_LIST_BYTES = 4_000_000;
export const LIST_LIMIT = 1_000;
export const OFFSET_LIMIT = 2 ** 31 - 1;
export const IDEMPOTENCY_WINDOW = 100;
export const GENERATION_LENGTH = 12;
/** How long gc keeps what a deleted document leaves: longer than any late reply can live. */
export const RETENTION_MS = 35 * 86_400_000;
/** How long a page of results may be served, counted from before its epoch was asked for. */
export const PAGE_LIFE_MS = 700;
/** How long an index that was verified is trusted where it finds something. */
export const INDEX_TTL_MS = 1_000;
export const WRITE_DEADLINE_MS = 20_000;
export const KEYS_WITHOUT_STORE_MS = 300_000;
