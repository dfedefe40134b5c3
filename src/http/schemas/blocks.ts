import { Type } from '@sinclair/typebox';
import { BLOCK_TYPES } from '../../domain/document.js';
import { named, NullableObject, stringEnum, type FreeObject } from './common.js';

/** Metadata keys with rules, by block type. Null counts as absent; other keys are free. */
const KNOWN_METADATA = {
  heading: { level: { type: ['integer', 'null'], minimum: 1, maximum: 6 } },
  code: { language: { type: ['string', 'null'] } },
  list: { listType: { type: ['string', 'null'], enum: ['bullet', 'ordered', null] } },
};

const metadataRules = Object.entries(KNOWN_METADATA).map(([type, properties]) => ({
  if: { properties: { type: { const: type } }, required: ['type'] },
  then: { properties: { metadata: { properties } } },
}));

export const NewBlockSchema = named(
  'NewBlock',
  Type.Object(
    {
      type: stringEnum(BLOCK_TYPES),
      content: Type.String(),
      metadata: Type.Optional(Type.Unsafe<FreeObject | null>({ type: ['object', 'null'] })),
    },
    { allOf: metadataRules, description: '`id` and `order` are assigned by the service; values sent are ignored.' },
  ),
);

export const BlockSchema = named(
  'Block',
  Type.Object({
    id: Type.String(),
    order: Type.Integer({ minimum: 0 }),
    type: stringEnum(BLOCK_TYPES),
    content: Type.String(),
    metadata: NullableObject,
  }),
);
