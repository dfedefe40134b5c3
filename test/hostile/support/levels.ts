import { cjk, COMMON_TAG, DEAR_DOCUMENTS, LONGEST_TITLE, METADATA, TITLE_BESIDE_TAGS } from './dear-content.js';
import { HEAVY_TITLE, type DearStore } from './dear-store.js';
import type { Member, MemberSchema } from './described-members.js';

export type Scene = { store: DearStore };

/** One of the values that a member takes. Undefined: it is left out. */
export type Level = { name: string; value: (scene: Scene) => unknown };

/** `covers`: members within it that the levels have in them, so that they need none of their own. */
export type Levels = { levels: readonly Level[]; covers?: readonly string[] };

const ABSENT: Level = { name: 'absent', value: () => undefined };
const constant = (name: string, value: unknown): Level => ({ name, value: () => value });
const optional = (...levels: readonly Level[]): Levels => ({ levels: [ABSENT, ...levels] });
const needed = (...levels: readonly Level[]): Levels => ({ levels });

/** The target and all headers together are at most 16 KB, Node's bound. */
const LIST_BYTES = 4_000;
const listOfTags = (last: string) => `${'"x", '.repeat(LIST_BYTES / 5)}"${last}"`;

const dearDocuments = (names: readonly string[]): Level[] =>
  names.map((name) => ({ name, value: ({ store }) => store.documents.get(name) }));
/** A page that was rendered once is kept, and cheap. */
const unrendered = needed(
  ...Object.keys(DEAR_DOCUMENTS).map((name) => ({ name, value: ({ store }: Scene) => store.createDear(name) })),
);
const freshDocument = needed({ name: 'with 1,000 tags', value: ({ store }) => store.createTagged() });

const HASHES = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(64, '0'));
const documentsWithAsset = needed({ name: 'with 1,000 names', value: ({ store }) => store.withAssets });
/** The others are dear to read only. */
const DEAREST_TO_STORE = [
  'one paragraph of 10 MB',
  'CJK, 10,000 blocks',
  'lists in lists, 10,000 blocks',
  'blocks with metadata',
  'patterns of HTML',
];
const storedDocuments = needed(...dearDocuments(DEAREST_TO_STORE));
const blocks: Levels = {
  levels: [constant('none', []), ...DEAREST_TO_STORE.map((name) => once(name, () => DEAR_DOCUMENTS[name]?.().blocks))],
  covers: ['[].type', '[].content', '[].metadata'],
};
const metadata: Levels = {
  levels: [
    ABSENT,
    once('256 KiB', METADATA.heavy),
    once('14,000 names', METADATA.names),
    once('1,000 tags', METADATA.tags),
    once('32 tags of 4 KB', METADATA.longTags),
  ],
  covers: ['.tags'],
};
const folder = optional(
  { name: 'one of two of a name', value: ({ store }) => store.twins[0] },
  { name: 'the other', value: ({ store }) => store.twins[1] },
);
const folderPath = optional({ name: '98 new folders', value: ({ store }) => store.newFolderPath() });
const keyed = needed({ name: '512 bytes', value: ({ store }) => store.keyed[0] });
const title = needed(
  constant('x', 'x'),
  constant('63 bytes', TITLE_BESIDE_TAGS),
  constant('500 characters of four bytes', LONGEST_TITLE),
);

/**
 * What a member takes, by its name, or by its operation's and its own. A member that is not here must say in its schema
 * how large it may be. Values are the largest and the dearest found, beside an ordinary one.
 */
const BY_NAME: Readonly<Record<string, Levels>> = {
  'header If-Match': optional(constant('a list', listOfTags('1'))),
  'header If-None-Match': optional(constant('a list', listOfTags('none'))),
  'putDocumentByKey header If-None-Match': optional(constant('any', '*')),
  'createFolder header If-None-Match': optional(constant('any', '*')),
  'patchFolder header If-None-Match': optional(constant('any', '*')),
  'header Idempotency-Key': optional({
    name: '255 characters',
    value: ({ store }) => String(store.next()).padStart(255, '~'),
  }),
  'header X-Request-Id': optional(constant('128 characters', 'x'.repeat(128))),
  'query q': needed(constant('a beginning', HEAVY_TITLE), constant('2,000 bytes', LONGEST_TITLE), ABSENT),
  'query text': optional(
    constant('a letter', 'a'),
    constant('1,000 of Han', cjk(125)),
    constant('32 words', 'a '.repeat(32)),
    constant('a phrase of frequent words', '"a a a a a a a a a b" -a'),
  ),
  'query tag': optional(constant('one that many have', COMMON_TAG), constant('900 bytes', cjk(300))),
  'query offset': optional(constant('300', 300), constant('the last', 2 ** 31 - 1)),
  'query cursor': optional(
    { name: 'of the page before', value: ({ store }) => cursorOf(store) },
    { name: 'of the page before by time', value: ({ store }) => cursorOf(store, '&sort=-updated_at') },
  ),
  'query updated_from': optional(constant('of long ago', '1970-01-01T00:00:00Z')),
  'query updated_before': optional(constant('of some day', '9999-12-31T23:59:59.999Z')),
  'query folder_id': folder,
  'query parent_id': optional({ name: 'of many folders', value: ({ store }) => store.wideFolder }),
  'query key_prefix': optional(constant('of none', 'zz'), constant('511 bytes', '漢'.repeat(170) + 'x')),
  // Of a body that is a file: beside JSON they say nothing, and a file beside blocks is refused. Dear files are in
  // stretches.test.ts.
  'query key': optional(constant('of none', 'zz')),
  'body key': optional(constant('of none', 'zz')),
  'body kept_title': optional(constant('500 characters of four bytes', LONGEST_TITLE)),
  'query title': optional(constant('x', 'x')),
  'query visibility': optional(constant('public', 'public')),
  'query content_type': optional(constant('html', 'html')),
  'body markdown': optional(),
  'body html': optional(),
  'body text': optional(),
  'query version': optional(constant('the first', 1)),
  'query part': optional(constant('the second', 2)),
  'getDocument path document_id': storedDocuments,
  'getVersion path document_id': storedDocuments,
  'getDocumentAsset path document_id': documentsWithAsset,
  'getVersionAsset path document_id': documentsWithAsset,
  'viewDocument path document_id': unrendered,
  // Rendering is measured by the route of the identifier.
  'viewDocumentByKey path key': keyed,
  'listVersions path document_id': needed({ name: 'of many versions', value: ({ store }) => store.versioned }),
  'diffVersions path document_id': needed({ name: 'rewritten', value: ({ store }) => store.rewritten }),
  'pushVersion path document_id': freshDocument,
  'patchDocument path document_id': freshDocument,
  'deleteDocument path document_id': freshDocument,
  'restoreVersion path document_id': needed(
    { name: 'with 1,000 tags', value: ({ store }) => store.createTagged() },
    ...dearDocuments(['one paragraph of 10 MB', 'lists in lists, 10,000 blocks']),
  ),
  'path path': needed({ name: '100 folders', value: ({ store }) => store.deepPath.slice(1) }),
  'getFolder path folder_id': needed({ name: 'of many folders', value: ({ store }) => store.wideFolder }),
  'path folder_id': needed({ name: 'new', value: ({ store }) => store.newFolder() }),
  'path version_number': needed(constant('the first', 1)),
  'path from_version': needed(constant('the first', 1), constant('the second', 2)),
  'path to_version': needed(constant('the first', 1), constant('the second', 2)),
  'path key': keyed,
  'putDocumentByKey path key': needed(...keyed.levels, { name: 'new', value: ({ store }) => store.newKey() }),
  'deleteDocumentByKey path key': needed({
    name: 'of a tagged document',
    value: ({ store }) => store.putNew({ title: TITLE_BESIDE_TAGS, blocks: [], metadata: METADATA.tags() }),
  }),
  'body title': title,
  // Not first: a change of nothing is refused.
  'patchDocument body title': needed(...title.levels, ABSENT),
  'body blocks': blocks,
  'body metadata': metadata,
  'body folder_id': folder,
  'body folder_path': folderPath,
  'query folder_path': optional({ name: '100 folders', value: ({ store }) => store.deepPath }),
  'body assets': optional({ name: '1,000 names', value: ({ store }) => store.assets }),
  'body root': optional(constant('512 bytes', 'r'.repeat(512))),
  'body ids': needed(constant('none', []), constant('1,000', HASHES)),
  'path sha256': needed({ name: 'of 10 MiB', value: ({ store }) => store.asset }),
  'putAsset path sha256': needed({ name: 'of 10 MiB that are new', value: ({ store }) => store.newAsset() }),
  'body parent_id': optional({ name: 'of many folders', value: ({ store }) => store.wideFolder }),
  'body name': needed(constant('x', 'x'), constant('255 characters of four bytes', '😀'.repeat(255))),
};

/** Undefined: the member needs levels of its own here, as its schema does not say how large it may be. */
export function levelsOf(operationId: string, { name, schema }: Member): Levels | undefined {
  const listed = BY_NAME[`${operationId} ${name}`] ?? BY_NAME[name];
  if (listed) return listed;
  const levels = describedLevels(schema);
  return levels && { levels };
}

/** Names of members that no operation has any more. */
export function staleLevels(known: ReadonlySet<string>): string[] {
  return Object.keys(BY_NAME).filter((name) => !known.has(name));
}

function describedLevels({ type, maximum, maxLength, pattern, enum: values }: MemberSchema): Level[] | undefined {
  if (values) return [ABSENT, ...values.map((value) => constant(String(value), value))];
  if (type === 'boolean') return [ABSENT, constant('true', true), constant('false', false)];
  if (type === 'integer' && maximum !== undefined) return [ABSENT, constant('the largest', maximum)];
  if (type === 'string' && maxLength !== undefined && pattern === undefined) {
    return [ABSENT, constant('the longest', '😀'.repeat(maxLength))];
  }
  return undefined;
}

/** Made when it is first asked for, and kept: some are large. */
function once(name: string, make: () => unknown): Level {
  let made: { value: unknown } | undefined;
  return { name, value: () => (made ??= { value: make() }).value };
}

async function cursorOf({ target, key }: DearStore, order = ''): Promise<string> {
  const { text } = await target.get(`/v1/documents?limit=1${order}`, { 'X-API-Key': key });
  return (JSON.parse(text) as { next_cursor: string }).next_cursor;
}
