import { Type } from '@sinclair/typebox';
import { SNIPPET_LENGTH } from '../../domain/words/snippets.js';
import { integerFrom, named, nullableString, text } from './common.js';

const Snippet = named(
  'Snippet',
  Type.Object(
    {
      block_id: nullableString('The identifier of the block. Null: it is of the title.'),
      segments: Type.Array(
        Type.Object(
          { text: text('Plain text, without markup.'), match: Type.Boolean({ description: 'Whether it matches.' }) },
          { description: 'A piece of the text.' },
        ),
        { description: 'In their order. Joined they are a part of the text.' },
      ),
    },
    { description: `A part of the text of at most ${SNIPPET_LENGTH} characters that shows where the words are.` },
  ),
);

const TagCount = named(
  'TagCount',
  Type.Object(
    { value: text('The tag.'), count: integerFrom(1, 'How many of the counted results have it.') },
    { description: 'A tag of results.' },
  ),
);

/** Of a result of a search with `text`. */
export const foundByWords = {
  snippets: Type.Optional(
    Type.Array(Snippet, { description: 'With `text`. Absent where the text could not be read in time.' }),
  ),
  text_truncated: Type.Optional(
    Type.Literal(true, { description: 'The text is longer than 1 MiB. What comes after that is not searched.' }),
  ),
};

/** Of the answer to a search with `text`. */
export const searchedWords = {
  text: Type.Optional(text('The `text` that was used.')),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'All of `tag` that were used, with `text`.' })),
  total: Type.Optional(integerFrom(0, 'The number of all results, at most 10,000. With `total`.')),
  total_is_exact: Type.Optional(Type.Boolean({ description: 'Whether there are no more results than `total`.' })),
  facets: Type.Optional(
    Type.Object(
      { tags: Type.Array(TagCount, { description: 'The most frequent first, then in UTF-8 bytes.' }) },
      { description: 'With `facets`: tags of all results, of at most 10,000.' },
    ),
  ),
  facets_are_exact: Type.Optional(Type.Boolean({ description: 'Whether all results were counted.' })),
};
