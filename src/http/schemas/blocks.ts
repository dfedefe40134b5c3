import { Type } from '@sinclair/typebox';
import { BLOCK_TYPES } from '../../domain/document.js';
import { integerFrom, named, nullable, stringEnum, text, type FreeObject } from './common.js';

/** Metadata keys with rules, by block type. Null counts as absent; other keys are free. */
export const KNOWN_METADATA = {
  heading: { level: { type: ['integer', 'null'], minimum: 1, maximum: 6 } },
  code: { language: { type: ['string', 'null'] } },
  list: { listType: { type: ['string', 'null'], enum: ['bullet', 'ordered', null] } },
};

const metadataRules = Object.entries(KNOWN_METADATA).map(([type, properties]) => ({
  if: { properties: { type: { const: type } }, required: ['type'] },
  then: { properties: { metadata: { properties } } },
}));

export const BlockMetadata = named(
  'BlockMetadata',
  Type.Unsafe<FreeObject>({
    type: 'object',
    additionalProperties: true,
    description:
      'Free-form. Three keys have rules: `level` of a heading is 1 to 6, `language` of code is a string, `listType` ' +
      'of a list is `bullet` or `ordered`; null counts as absent.',
  }),
);
const NullableMetadata = nullable(BlockMetadata, 'What else is to be known of the block. Null: nothing.');

export const BlockType = named('BlockType', stringEnum(BLOCK_TYPES, 'What the content of a block is.'));
const BlockText = text(
  'Text with inline Markdown; code as it is; for a table its Markdown with pipes; for a list one item a line, with ' +
    '`- ` or `1. ` before it; empty for a divider.',
);

export const NewBlockSchema = named(
  'NewBlock',
  Type.Object(
    { type: BlockType, content: BlockText, metadata: Type.Optional(NullableMetadata) },
    { allOf: metadataRules, description: 'A block. `id` and `order` may be sent; the service assigns them anew.' },
  ),
);

export const BlockSchema = named(
  'Block',
  Type.Object(
    {
      id: text('The identifier of the block, unique within the version. A restore keeps it.'),
      order: integerFrom(0, 'The place of the block, from 0.'),
      type: BlockType,
      content: BlockText,
      metadata: NullableMetadata,
    },
    { description: 'A block of a version.' },
  ),
);

export const BlockContent = named(
  'BlockContent',
  Type.Object(
    { type: BlockType, content: BlockText, metadata: NullableMetadata },
    { description: 'A block without its identifier and place.' },
  ),
);
