import { Type } from '@sinclair/typebox';
import { CONTENT_TYPES, VISIBILITIES } from '../../domain/document.js';
import { FOLDER_NAME_CODE_POINTS, TAG_CODE_POINTS, TAGS, TITLE_CODE_POINTS, type Limits } from '../../domain/limits.js';
import { NewBlockSchema } from './blocks.js';
import { named, optionalEnum, optionalString, type FreeObject } from './common.js';

const DocumentMetadata = Type.Optional(
  Type.Unsafe<FreeObject | null>({
    type: ['object', 'null'],
    properties: {
      tags: { type: ['array', 'null'], maxItems: TAGS, items: { type: 'string', maxLength: TAG_CODE_POINTS } },
    },
  }),
);

function contentProperties(limits: Limits) {
  return {
    title: Type.String({ minLength: 1, maxLength: TITLE_CODE_POINTS }),
    blocks: Type.Array(NewBlockSchema, { maxItems: limits.blocks }),
    content_type: optionalEnum(CONTENT_TYPES, { default: 'markdown' }),
    metadata: DocumentMetadata,
  };
}

const KEPT = 'absent or null: as it is';

export function pushVersionBody(limits: Limits) {
  return named(
    'PushVersion',
    Type.Object({
      ...contentProperties(limits),
      folder_id: optionalString({ description: KEPT }),
      visibility: optionalEnum(VISIBILITIES, { description: KEPT }),
    }),
  );
}

export const FOLDER_NAME = {
  minLength: 1,
  maxLength: FOLDER_NAME_CODE_POINTS,
  pattern: '^(?!\\.{1,2}$)[^/\\u0000-\\u001f\\u007f-\\u009f]*$',
};

export function putDocumentBody(limits: Limits) {
  return named(
    'PutDocument',
    Type.Object({
      ...contentProperties(limits),
      folder_id: optionalString({ description: `${KEPT}; of a new document: the root folder` }),
      folder_path: optionalString({
        description:
          'instead of `folder_id`: `/` and names from the root down, as `/guides/start`; folders that are missing are made',
      }),
      visibility: optionalEnum(VISIBILITIES, { description: `${KEPT}; of a new document: private` }),
    }),
  );
}

export function patchDocumentBody(limits: Limits) {
  const { metadata } = contentProperties(limits);
  return named(
    'PatchDocument',
    Type.Object(
      {
        title: optionalString({ minLength: 1, maxLength: TITLE_CODE_POINTS, description: KEPT }),
        metadata: { ...metadata, description: 'replaced as a whole; null: none; absent: as it is' },
        content_type: optionalEnum(CONTENT_TYPES, { description: KEPT }),
        folder_id: optionalString({ description: KEPT }),
        visibility: optionalEnum(VISIBILITIES, { description: KEPT }),
      },
      { description: 'The fields to change. The blocks stay.' },
    ),
  );
}

export function createDocumentBody(limits: Limits) {
  return named(
    'CreateDocument',
    Type.Object({
      ...contentProperties(limits),
      folder_id: optionalString({ description: 'the root folder by default' }),
      visibility: optionalEnum(VISIBILITIES, { default: 'private' }),
    }),
  );
}
