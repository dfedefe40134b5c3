import { Type } from '@sinclair/typebox';
import { FOLDER_PATH_BYTES } from '../../domain/limits.js';
import { BlockSchema } from './blocks.js';
import { integerFrom, named, nullable, nullableString, stringEnum, text, timestamp, VersionAuthor } from './common.js';
import { foundByWords, searchedWords } from './searches.js';
import { AssetMap, ContentType, DocumentMetadata, Visibility } from './contents.js';
import { HASH_VECTORS } from './hash-vectors.js';

const Title = text('The title of the version.');
const Metadata = nullable(DocumentMetadata, 'What was sent with the version. Null: none.');
const ViewerUrl = text('The address of the page, the same for all versions. It shows a public document.');
const BlockCount = integerFrom(0, 'The number of blocks.');
const VersionMade = timestamp('When the version was made.');
const RestoredFrom = Type.Optional(
  integerFrom(1, 'The version that it was restored from. Absent: no restore made it.'),
);

const identity = {
  id: text('The identifier of the document.'),
  url: ViewerUrl,
  folder_id: text('The folder of the document.'),
  title: Title,
  content_type: ContentType,
  metadata: Metadata,
  visibility: Visibility,
  created_at: timestamp('When the document was made.'),
};
const NewestMade = timestamp('When the newest version was made.');

const ContentHash = text(
  'SHA-256, in hexadecimal, of the RFC 8785 form of `{"blocks":[{"content":…,"metadata":…,"type":…}],"content_type":…,' +
    '"metadata":…,"title":…}`. An absent metadata is null, an absent content_type markdown, and the content of a ' +
    `divider empty. Test vectors:\n\n${HASH_VECTORS}`,
  { pattern: '^[0-9a-f]{64}$' },
);

const Source = named(
  'Source',
  Type.Unsafe<{ media_type: string; sha256: string; bytes: number }>(
    Type.Object(
      {
        media_type: text('Its type: `text/markdown`, `text/html` or `text/plain`.'),
        sha256: text('SHA-256 of its bytes, in hexadecimal.', { pattern: '^[0-9a-f]{64}$' }),
        bytes: integerFrom(0, 'Its length in bytes.'),
      },
      { description: 'The text that a version was made of.' },
    ),
  ),
);
const VersionSource = nullable(Source, 'The text that the version was made of. Null: it was made of blocks.');
const Converted = Type.Optional(
  stringEnum(['plain'], 'There only where the text was beyond the bounds of conversion: blocks are its paragraphs.'),
);

const attached = {
  assets: AssetMap,
  root: nullableString(
    'Where the keys of the pusher begin, from which links with a slash are resolved. Null: not sent.',
  ),
};

const AssetsHash = nullableString(
  'SHA-256 of `assets`: of the JSON of their pairs `["name","hash"]`, as a list in the order of the names by UTF-16 code units, ' +
    'without blanks. Null: there are none.',
);

const OwnKey = nullableString('Your own key of the document. Null: it has none.');
const NewestHash = nullableString(
  'As in the answer to a PUT by key. Null: an older version of the service wrote the document last.',
);

export const CreatedDocument = named(
  'CreatedDocument',
  Type.Object(
    { ...identity, block_count: BlockCount, converted: Converted },
    { description: 'A document that was made.' },
  ),
);

export const PutDocumentAnswer = named(
  'PutDocumentAnswer',
  Type.Object(
    {
      ...identity,
      block_count: BlockCount,
      version: integerFrom(1, 'The number of the newest version.'),
      version_count: integerFrom(1, 'How many versions the document has.'),
      result: stringEnum(['created', 'updated', 'unchanged'], 'What was done. Unchanged: nothing was written.'),
      content_hash: ContentHash,
      source: VersionSource,
      converted: Converted,
    },
    { description: 'The document of a key.' },
  ),
);

export const DocumentAnswer = named(
  'Document',
  Type.Object(
    {
      ...identity,
      blocks: Type.Array(BlockSchema, { description: 'The blocks, in their order.' }),
      updated_at: NewestMade,
      key: OwnKey,
      current_version: integerFrom(1, 'The number of the newest version.'),
      content_hash: NewestHash,
      source: VersionSource,
      converted: Converted,
      ...attached,
    },
    { description: 'A document with the content of its newest version.' },
  ),
);

const found = {
  ...identity,
  folder_path: text('The path of that folder: `/` is the root.'),
  block_count: BlockCount,
  current_version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The number of the newest version.',
  }),
  updated_at: NewestMade,
  converted: Converted,
};

const SearchResult = named(
  'SearchResult',
  Type.Object({ ...found, ...foundByWords }, { description: 'A document as a search shows it, without its blocks.' }),
);

const ListedDocument = named(
  'ListedDocument',
  Type.Object(
    { ...found, key: OwnKey, content_hash: NewestHash, assets_hash: AssetsHash, source: VersionSource },
    { description: 'A document as a list shows it, without its blocks.' },
  ),
);

export const DocumentListAnswer = named(
  'DocumentList',
  Type.Object(
    {
      documents: Type.Array(ListedDocument, { description: 'The documents, in the order that `sort` asks for.' }),
      next_cursor: nullableString('Send it as `cursor` for the next page. Null: this is the last.'),
    },
    { description: 'A page of documents. It may be short and still have a cursor.' },
  ),
);

export const SearchAnswer = named(
  'SearchResults',
  Type.Object(
    {
      results: Type.Array(SearchResult, { description: 'This page of the documents found.' }),
      count: integerFrom(0, 'The number of results on this page.'),
      query: nullableString('The `q` that was used; null: none.'),
      tag: nullableString('The `tag` that was used; null: none.'),
      folder_id: nullableString('The folder that was used, also where `folder_path` named it; null: none.'),
      next_cursor: nullableString('Send it as `cursor` for the next page, which may be empty. Null: this is the last.'),
      ...searchedWords,
    },
    { description: 'A page of documents, and what was asked for.' },
  ),
);

export const FolderAnswer = named(
  'Folder',
  Type.Object(
    {
      id: text('The identifier of the folder.'),
      name: text('The name of the folder. Names need not be unique.'),
      parent_id: nullableString('The folder that it is in; null: the root.'),
      path: text(`The names from the root, each after a slash: at most ${FOLDER_PATH_BYTES} bytes of UTF-8.`),
      depth: integerFrom(0, 'The number of folders above it, without the root.'),
      created_at: timestamp('When the folder was made.'),
      updated_at: timestamp('When it was last renamed or moved; at first when it was made.'),
      revision: integerFrom(1, 'One more with each time that it was renamed or moved.'),
    },
    { description: 'A folder.' },
  ),
);

export const FolderListAnswer = named(
  'FolderList',
  Type.Object(
    { folders: Type.Array(FolderAnswer, { description: 'By name, then identifier, in UTF-8 bytes.' }) },
    { description: 'The folders directly in another.' },
  ),
);

export const NewVersionAnswer = named(
  'NewVersion',
  Type.Object(
    {
      id: text('The identifier of the document.'),
      url: ViewerUrl,
      version: integerFrom(1, 'The number of the version.'),
      version_count: integerFrom(1, 'How many versions the document has.'),
      title: Title,
      block_count: BlockCount,
      created_at: VersionMade,
      converted: Converted,
    },
    { description: 'The newest version.' },
  ),
);

export const PatchedDocument = named(
  'PatchedDocument',
  Type.Object(
    {
      ...NewVersionAnswer.properties,
      content_type: Type.Optional(identity.content_type),
      metadata: Type.Optional(identity.metadata),
      visibility: Type.Optional(identity.visibility),
      folder_id: Type.Optional(identity.folder_id),
    },
    { description: 'The newest version, and the fields that were sent.' },
  ),
);

const VersionSummarySchema = named(
  'VersionSummary',
  Type.Object(
    {
      version: integerFrom(1, 'The number of the version.'),
      title: Title,
      block_count: BlockCount,
      created_at: VersionMade,
      author: VersionAuthor,
      restored_from: RestoredFrom,
      converted: Converted,
    },
    { description: 'A version as lists show it.' },
  ),
);

export const VersionListAnswer = named(
  'VersionList',
  Type.Object(
    {
      versions: Type.Array(VersionSummarySchema, { description: 'Oldest first.' }),
      current_version: integerFrom(1, 'The number of the newest version.'),
    },
    { description: 'The versions of a document.' },
  ),
);

export const VersionAnswer = named(
  'Version',
  Type.Object(
    {
      version: integerFrom(1, 'The number of the version.'),
      title: Title,
      content_type: ContentType,
      metadata: Metadata,
      blocks: Type.Array(BlockSchema, { description: 'The blocks, in their order.' }),
      created_at: VersionMade,
      author: VersionAuthor,
      restored_from: RestoredFrom,
      source: VersionSource,
      converted: Converted,
      ...attached,
    },
    { description: 'A version with its content. It never changes.' },
  ),
);
