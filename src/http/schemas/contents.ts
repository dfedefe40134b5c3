import { Type } from '@sinclair/typebox';
import { CONTENT_TYPES, VISIBILITIES } from '../../domain/document.js';
import { DOCUMENT_KEY_BYTES } from '../../domain/document-key.js';
import {
  ASSET_NAME_BYTES,
  ASSET_NAMES,
  FOLDER_NAME_CODE_POINTS,
  FOLDER_PATH_BYTES,
  TAG_CODE_POINTS,
  TAGGED_TITLE_BYTES,
  TAGS,
  TITLE_CODE_POINTS,
  type Limits,
} from '../../domain/limits.js';
import { NewBlockSchema } from './blocks.js';
import { DOCUMENT_KEY, FOLDER_ID } from './examples.js';
import {
  describedAs,
  named,
  nullable,
  optionalString,
  PageQuery,
  stringEnum,
  text,
  type FreeObject,
} from './common.js';

const OF_FILE = 'Of a body that is a file';

function fileQuery(description: string, example: string) {
  return Type.Optional(Type.String({ description: `${OF_FILE}: ${lowerFirst(description)}`, examples: [example] }));
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const TITLE = { minLength: 1, maxLength: TITLE_CODE_POINTS };
const KEPT = 'Absent or null: as it is.';

export const ContentType = named('ContentType', stringEnum(CONTENT_TYPES, 'What the text of blocks is.'));
export const Visibility = named(
  'Visibility',
  stringEnum(VISIBILITIES, 'Whether everybody who knows the address of a document sees its newest version.'),
);
export const DocumentMetadata = named(
  'DocumentMetadata',
  Type.Unsafe<FreeObject>({
    type: 'object',
    additionalProperties: true,
    properties: {
      tags: {
        type: ['array', 'null'],
        maxItems: TAGS,
        items: { type: 'string', maxLength: TAG_CODE_POINTS },
        description:
          'What the search by tag finds. The number of tags times the UTF-8 bytes of the title, folded as searches fold ' +
          `it, is at most ${TAGGED_TITLE_BYTES}.`,
      },
    },
    description: 'Free-form.',
  }),
);

function metadataUpTo({ metadataBytes }: Limits, absent: string) {
  return Type.Optional(nullable(DocumentMetadata, `At most ${metadataBytes} bytes of JSON. ${absent}`));
}

function newBlocks({ blocks }: Limits, description: string) {
  return Type.Array(NewBlockSchema, { maxItems: blocks, description });
}

const FILE_SAYS =
  'Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made ' +
  'of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is ' +
  'of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private.';

/** The text of a file, by its type. `title`: what it is where nothing says one. */
function files(title: string) {
  const whole = (kind: string) =>
    `Instead of \`blocks\`: the text of ${kind}, which is kept to the byte. Its text after the front matter is the one ` +
    `block. Of its front matter, visibility and drafts alone count, as in \`markdown\`. ${title}`;
  return {
    markdown: optionalString({ description: `${FILE_SAYS} ${title}` }),
    html: optionalString({ description: whole('an HTML file') }),
    text: optionalString({ description: whole('a file of plain text') }),
  };
}

export const AssetMap = named(
  'AssetMap',
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: ASSET_NAMES,
    additionalProperties: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    description:
      'Other files that the text shows or leads to: by the target as it stands in the text, percent-decoded, without `./`, ' +
      `query and fragment, the SHA-256 of an asset, in hexadecimal. A name has 1 to ${ASSET_NAME_BYTES} bytes of UTF-8.`,
  }),
);

const attached = {
  assets: Type.Optional(nullable(AssetMap, 'Replaced as a whole. Absent or null: as in the newest version.')),
  root: optionalString({
    maxLength: DOCUMENT_KEY_BYTES,
    description:
      'Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent ' +
      'or null: as in the newest version.',
  }),
};

/** For a body that is a file. Such a parameter counts as the member of the same name, and empty as absent. */
export const FileQuery = Type.Object({
  title: fileQuery('The title.', 'A guide'),
  folder_id: fileQuery('The folder.', FOLDER_ID),
  folder_path: fileQuery('The path of the folder.', '/docs'),
  visibility: fileQuery('The visibility.', 'public'),
  tag: Type.Optional(
    Type.Array(Type.String(), { description: `${OF_FILE}: a tag. May be repeated.`, examples: [['plan']] }),
  ),
  content_type: fileQuery('`html` for `text/html`, `text` for `text/plain`.', 'html'),
});

export const PreviewQuery = Type.Object({
  title: FileQuery.properties.title,
  tag: FileQuery.properties.tag,
  content_type: FileQuery.properties.content_type,
  key: fileQuery('Your own key of the document.', DOCUMENT_KEY),
  part: PageQuery.properties.part,
});

function contentProperties(limits: Limits) {
  return {
    title: Type.Optional(
      text('The title, which searches find by its beginning. Needed without a file, which may have one.', TITLE),
    ),
    blocks: Type.Optional(
      newBlocks(limits, 'The content, in the order in which it is read. Needed without a file, and not beside one.'),
    ),
    ...files('A title that is nowhere else is the last part of the key without its extension.'),
    content_type: Type.Optional(nullable(ContentType, 'Absent or null: that of the file, or markdown.')),
    metadata: metadataUpTo(limits, 'Absent or null: none.'),
    folder_path: folderPath(limits),
    ...attached,
  };
}

/** What a body needs that has no file. */
const NEEDED = {
  if: { anyOf: CONTENT_TYPES.map((type) => ({ required: [type], properties: { [type]: { type: 'string' } } })) },
  else: { required: ['title', 'blocks'] },
};

export function pushVersionBody(limits: Limits) {
  return named(
    'PushVersion',
    Type.Object(
      {
        ...contentProperties(limits),
        folder_id: optionalString({ description: `The folder to move the document to. ${KEPT}` }),
        visibility: Type.Optional(nullable(Visibility, KEPT)),
      },
      { description: 'The next version. Other members are ignored.', ...NEEDED },
    ),
  );
}

const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';
export const FOLDER_NAME = {
  minLength: 1,
  maxLength: FOLDER_NAME_CODE_POINTS,
  pattern: `^(?!\\.{1,2}$)[^/${CONTROL}]*$`,
};
/** Many tools know no look-ahead. */
export const FolderName = describedAs(Type.String(FOLDER_NAME), {
  ...FOLDER_NAME,
  type: 'string',
  pattern: `^[^/${CONTROL}]*$`,
  not: { enum: ['.', '..'] },
  description: 'The name: no slash, no control characters, not `.` or `..`.',
});

const MORE = FOLDER_NAME_CODE_POINTS - 1;
const NAME = [
  `[^/.${CONTROL}][^/${CONTROL}]{0,${MORE}}`,
  `\\.[^/.${CONTROL}][^/${CONTROL}]{0,${MORE - 1}}`,
  `\\.\\.[^/${CONTROL}]{1,${MORE - 1}}`,
].join('|');

/** As `namesOfPath` takes them. `depth`: names at most; undefined: no matter. */
export function folderPathPattern(depth?: number): string {
  return `^(/|(/(${NAME})){1,${depth ?? ''}})$`;
}

function folderPath({ folderDepth }: Limits) {
  return describedAs(optionalString(), {
    type: ['string', 'null'],
    maxLength: FOLDER_PATH_BYTES,
    pattern: folderPathPattern(folderDepth + 1),
    description:
      'Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down, as ' +
      '`/guides/start`. Missing folders are made, which needs the role `folders:write`, and each counts as one more ' +
      'request. A write that is refused makes none, unless another write was faster at the very end: then the folders ' +
      `stay. At most ${FOLDER_PATH_BYTES} bytes of UTF-8.`,
  });
}

export function putDocumentBody(limits: Limits) {
  return named(
    'PutDocument',
    Type.Object(
      {
        ...contentProperties(limits),
        folder_id: optionalString({
          description: `The folder to move the document to. ${KEPT} Of a new one: the root.`,
        }),
        visibility: Type.Optional(nullable(Visibility, `${KEPT} Of a new document: private.`)),
      },
      { description: 'The content of the document of a key. Other members are ignored.', ...NEEDED },
    ),
  );
}

export function patchDocumentBody(limits: Limits) {
  return named(
    'PatchDocument',
    Type.Object(
      {
        title: optionalString({ ...TITLE, description: `The title. ${KEPT}` }),
        blocks: Type.Optional(nullable(newBlocks(limits, 'All of the content.'), `Replaced as a whole. ${KEPT}`)),
        ...files('The metadata is replaced, and a title that is nowhere else stays.'),
        metadata: metadataUpTo(limits, 'Replaced as a whole. Null: none. Absent: as it is.'),
        content_type: Type.Optional(nullable(ContentType, KEPT)),
        folder_id: optionalString({ description: `The folder to move the document to. ${KEPT}` }),
        folder_path: folderPath(limits),
        visibility: Type.Optional(nullable(Visibility, KEPT)),
        ...attached,
      },
      { description: 'The fields to change. Other members are ignored.' },
    ),
  );
}

export function previewBody(limits: Limits) {
  const { folder_path: _, ...content } = contentProperties(limits);
  return named(
    'PreviewDocument',
    Type.Object(
      {
        ...content,
        key: optionalString({ description: 'Your own key of the document. Absent or null: it has none.' }),
        kept_title: optionalString({
          maxLength: TITLE_CODE_POINTS,
          description: 'The title of the newest version, which stays where neither `title` nor the file has one.',
        }),
      },
      { description: 'A document that is not stored. Other members are ignored.', ...NEEDED },
    ),
  );
}

export function createDocumentBody(limits: Limits) {
  return named(
    'CreateDocument',
    Type.Object(
      {
        ...contentProperties(limits),
        folder_id: optionalString({ description: 'The folder to make it in. Absent or null: the root folder.' }),
        visibility: Type.Optional(nullable(Visibility, 'Absent or null: private.')),
      },
      { description: 'A new document. Other members are ignored.', ...NEEDED },
    ),
  );
}
