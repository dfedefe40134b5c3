import { Type, type TSchema } from '@sinclair/typebox';
import { BlockContent, BlockMetadata, BlockType } from './blocks.js';
import { integerFrom, named, nullable, stringEnum, text, timestamp, VersionAuthor } from './common.js';
import { ContentType, DocumentMetadata, Visibility } from './contents.js';

const From = integerFrom(0, 'The `order` of the block in the version compared from.');
const To = integerFrom(0, 'The `order` of the block in the version compared to.');

const Span = named(
  'Span',
  Type.Object(
    {
      op: stringEnum(['equal', 'insert', 'delete'], 'Whether both versions have the text, or which of them.'),
      text: text('The text of the span.', { minLength: 1 }),
    },
    { description: 'Equal and deleted texts make up the text of `from`, equal and inserted ones that of `to`.' },
  ),
);
const Spans = Type.Array(Span, { description: 'The differences by words.' });

const ContentChange = named(
  'ContentChange',
  Type.Union(
    [
      Type.Object({ spans: Spans }, { description: 'The differences by words.' }),
      changeOf(text('The whole text.'), 'Both texts, where the differences would be too many.'),
    ],
    { description: 'How the text of a block changed.' },
  ),
);

const KeptBlocks = named(
  'KeptBlocks',
  Type.Object(
    { change: happened('kept'), from: From, to: To, count: integerFrom(1, 'The number of blocks.') },
    { description: 'A run of equal blocks.' },
  ),
);

const MovedBlock = named(
  'MovedBlock',
  Type.Object({ change: happened('moved'), from: From, to: To }, { description: 'An equal block in another order.' }),
);

const AddedBlock = named(
  'AddedBlock',
  Type.Object({ change: happened('added'), to: To, block: BlockContent }, { description: 'A new block.' }),
);

const RemovedBlock = named(
  'RemovedBlock',
  Type.Object(
    { change: happened('removed'), from: From, block: BlockContent },
    { description: 'A block that is gone.' },
  ),
);

const ChangedBlock = named(
  'ChangedBlock',
  Type.Object(
    {
      change: happened('changed'),
      from: From,
      to: To,
      type: Type.Optional(changeOf(BlockType, 'How the type changed.')),
      metadata: Type.Optional(changeOf(nullable(BlockMetadata, 'Null: none.'), 'How the metadata changed.')),
      content: Type.Optional(ContentChange),
    },
    { description: 'A block that became another one. It has the members that differ.' },
  ),
);

const BlockChange = named(
  'BlockChange',
  Type.Union([KeptBlocks, MovedBlock, AddedBlock, RemovedBlock, ChangedBlock], {
    description: 'Blocks are equal if type, content and metadata are; identifiers do not count.',
  }),
);

const ComparedVersion = named(
  'ComparedVersion',
  Type.Object(
    {
      version: integerFrom(1, 'The number of the version.'),
      created_at: timestamp('When the version was made.'),
      author: VersionAuthor,
    },
    { description: 'A version that was compared.' },
  ),
);

export const VersionDiffAnswer = named(
  'VersionDiff',
  Type.Object(
    {
      document_id: text('The identifier of the document.'),
      from: ComparedVersion,
      to: ComparedVersion,
      fields: Type.Object(
        {
          title: Type.Optional(
            Type.Object(
              { from: text('The title in `from`.'), to: text('The title in `to`.'), spans: Spans },
              { description: 'How the title changed.' },
            ),
          ),
          content_type: Type.Optional(changeOf(ContentType, 'How the content type changed.')),
          metadata: Type.Optional(changeOf(nullable(DocumentMetadata, 'Null: none.'), 'How the metadata changed.')),
          visibility: Type.Optional(changeOf(Visibility, 'How the visibility changed.')),
          folder_id: Type.Optional(changeOf(text('The identifier of the folder.'), 'How the folder changed.')),
        },
        { description: 'The fields that differ.' },
      ),
      blocks: Type.Array(BlockChange, { description: 'In the order of `to`. Removed blocks stand where they stood.' }),
    },
    { description: 'What differs between two versions of a document.' },
  ),
);

function changeOf<T extends TSchema>(schema: T, description: string) {
  return Type.Object({ from: schema, to: schema }, { description });
}

function happened<C extends string>(change: C) {
  return stringEnum([change], 'What happened.');
}
