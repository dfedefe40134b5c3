import { Type, type TSchema } from '@sinclair/typebox';
import { BLOCK_TYPES, CONTENT_TYPES } from '../../domain/document.js';
import { named, NullableObject, stringEnum, Timestamp } from './common.js';

const Place = Type.Integer({ minimum: 0, description: 'the `order` of a block in that version' });

const BlockContent = named(
  'BlockContent',
  Type.Object({ type: stringEnum(BLOCK_TYPES), content: Type.String(), metadata: NullableObject }),
);

const Span = named(
  'Span',
  Type.Object(
    { op: stringEnum(['equal', 'insert', 'delete']), text: Type.String({ minLength: 1 }) },
    { description: 'Equal and deleted texts make up the text of `from`, equal and inserted ones that of `to`.' },
  ),
);
const Spans = Type.Array(Span);

const ContentChange = named(
  'ContentChange',
  anyOf(
    [Type.Object({ spans: Spans }), changeOf(Type.String())],
    'Differences by words; where these would be too many, both contents whole.',
  ),
);

const BlockChange = named(
  'BlockChange',
  anyOf(
    [
      Type.Object(
        { change: stringEnum(['kept']), from: Place, to: Place, count: Type.Integer({ minimum: 1 }) },
        { description: 'A run of `count` equal blocks.' },
      ),
      Type.Object(
        { change: stringEnum(['moved']), from: Place, to: Place },
        { description: 'An equal block in another order.' },
      ),
      Type.Object({ change: stringEnum(['added']), to: Place, block: BlockContent }),
      Type.Object({ change: stringEnum(['removed']), from: Place, block: BlockContent }),
      Type.Object(
        {
          change: stringEnum(['changed']),
          from: Place,
          to: Place,
          type: Type.Optional(changeOf(stringEnum(BLOCK_TYPES))),
          metadata: Type.Optional(changeOf(NullableObject)),
          content: Type.Optional(ContentChange),
        },
        { description: 'A block that became another one. It has the members that differ.' },
      ),
    ],
    'Blocks are equal if type, content and metadata are; identifiers do not count.',
  ),
);

const ComparedVersion = named(
  'ComparedVersion',
  Type.Object({ version: Type.Integer({ minimum: 1 }), created_at: Timestamp }),
);

export const VersionDiffAnswer = named(
  'VersionDiff',
  Type.Object({
    document_id: Type.String(),
    from: ComparedVersion,
    to: ComparedVersion,
    fields: Type.Object(
      {
        title: Type.Optional(Type.Object({ from: Type.String(), to: Type.String(), spans: Spans })),
        content_type: Type.Optional(changeOf(stringEnum(CONTENT_TYPES))),
        metadata: Type.Optional(changeOf(NullableObject)),
      },
      { description: 'The members that differ.' },
    ),
    blocks: Type.Array(BlockChange, { description: 'In the order of `to`. Removed blocks stand where they stood.' }),
  }),
);

function changeOf<T extends TSchema>(schema: T) {
  return Type.Object({ from: schema, to: schema });
}

function anyOf<T extends TSchema[]>(schemas: [...T], description: string) {
  return { ...Type.Union(schemas), type: 'object', description };
}
