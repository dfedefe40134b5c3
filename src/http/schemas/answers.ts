import { Type } from '@sinclair/typebox';
import { CONTENT_TYPES, VISIBILITIES } from '../../domain/document.js';
import { ERRORS, type ErrorCode } from '../../domain/errors.js';
import { FOLDER_PATH_BYTES } from '../../domain/limits.js';
import { BlockSchema } from './blocks.js';
import { named, NullableObject, NullableString, stringEnum, Timestamp } from './common.js';

const identity = {
  id: Type.String(),
  url: Type.String({ description: 'viewer address, the same for all versions' }),
  folder_id: Type.String(),
  title: Type.String(),
  content_type: stringEnum(CONTENT_TYPES),
  metadata: NullableObject,
  visibility: stringEnum(VISIBILITIES),
  created_at: Timestamp,
};

const VersionNumber = Type.Integer({ minimum: 1 });
const ContentHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description:
    'SHA-256, in hexadecimal, of the RFC 8785 form of `{"blocks":[{"content":…,"metadata":…,"type":…}],"content_type":…,"metadata":…,"title":…}`. An absent metadata is null, an absent content_type markdown, and the content of a divider empty',
});
const BlockCount = Type.Integer({ minimum: 0 });

export const CreatedDocument = named('CreatedDocument', Type.Object({ ...identity, block_count: BlockCount }));

export const PutDocumentAnswer = named(
  'PutDocumentAnswer',
  Type.Object({
    ...identity,
    block_count: BlockCount,
    version: VersionNumber,
    version_count: VersionNumber,
    result: stringEnum(['created', 'updated', 'unchanged']),
    content_hash: ContentHash,
  }),
);

export const DocumentAnswer = named(
  'Document',
  Type.Object({ ...identity, blocks: Type.Array(BlockSchema), updated_at: Timestamp }),
);

const found = {
  ...identity,
  block_count: BlockCount,
  current_version: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  updated_at: Timestamp,
};

const SearchResult = named('SearchResult', Type.Object(found));

export const DocumentListAnswer = named(
  'DocumentList',
  Type.Object({
    documents: Type.Array(
      named(
        'ListedDocument',
        Type.Object({
          ...found,
          key: { ...NullableString, description: 'your own key of the document; null: it has none' },
          content_hash: {
            ...NullableString,
            description:
              'as in the answer to a PUT by key; null: an older version of the service wrote the document last',
          },
        }),
      ),
    ),
    next_cursor: { ...NullableString, description: 'null: this is the last page' },
  }),
);

export const SearchAnswer = named(
  'SearchResults',
  Type.Object({
    results: Type.Array(SearchResult),
    count: Type.Integer({ minimum: 0 }),
    query: NullableString,
    tag: NullableString,
    folder_id: NullableString,
  }),
);

export const FolderAnswer = named(
  'Folder',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    parent_id: NullableString,
    path: Type.String({ description: `at most ${FOLDER_PATH_BYTES} bytes of UTF-8` }),
    depth: Type.Integer({ minimum: 0 }),
    created_at: Timestamp,
  }),
);

export const FolderListAnswer = named('FolderList', Type.Object({ folders: Type.Array(FolderAnswer) }));

export const NewVersionAnswer = named(
  'NewVersion',
  Type.Object({
    id: Type.String(),
    url: Type.String(),
    version: VersionNumber,
    version_count: VersionNumber,
    title: Type.String(),
    block_count: BlockCount,
    created_at: Timestamp,
  }),
);

/** A push's answer, and the fields that were sent. */
export const PatchedDocument = named(
  'PatchedDocument',
  Type.Object({
    ...NewVersionAnswer.properties,
    content_type: Type.Optional(identity.content_type),
    metadata: Type.Optional(identity.metadata),
    visibility: Type.Optional(identity.visibility),
    folder_id: Type.Optional(identity.folder_id),
  }),
);

const VersionSummarySchema = named(
  'VersionSummary',
  Type.Object({ version: VersionNumber, title: Type.String(), block_count: BlockCount, created_at: Timestamp }),
);

export const VersionListAnswer = named(
  'VersionList',
  Type.Object({ versions: Type.Array(VersionSummarySchema), current_version: VersionNumber }),
);

export const VersionAnswer = named(
  'Version',
  Type.Object({
    version: VersionNumber,
    title: Type.String(),
    content_type: stringEnum(CONTENT_TYPES),
    metadata: NullableObject,
    blocks: Type.Array(BlockSchema),
    created_at: Timestamp,
  }),
);

const Count = Type.Integer({ minimum: 0 });
const NullableCount = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 });
const WindowEnd = { ...Timestamp, description: 'a window without any use begins with its first use' };
const RequestWindow = Type.Object({ limit: Count, remaining: Count, resets_at: WindowEnd });

export const LimitsAnswer = named(
  'Limits',
  Type.Object({
    plan: Type.String(),
    requests: Type.Object({ minute: RequestWindow, day: RequestWindow }, { description: 'this one is counted' }),
    stored_bytes: Type.Object({
      day: Type.Object(
        {
          limit: NullableCount,
          remaining: NullableCount,
          resets_at: Type.Unsafe<string | null>({ ...WindowEnd, type: ['string', 'null'] }),
        },
        { description: 'null: the plan does not limit them' },
      ),
    }),
    documents: Type.Object({
      month: Type.Object(
        { limit: Count, used: NullableCount, remaining: NullableCount, resets_at: Timestamp },
        { description: 'null: not known at the moment' },
      ),
    }),
  }),
);

export function errorAnswer(codes: readonly ErrorCode[]) {
  return Type.Object({
    error: Type.Object({
      code: stringEnum(codes),
      message: Type.String(),
      details: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
    }),
  });
}

export const ErrorAnswer = named('Error', errorAnswer(Object.keys(ERRORS) as ErrorCode[]));
