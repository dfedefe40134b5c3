import { Type, type Static } from '@sinclair/typebox';
import { QuireError, validationError } from '../../../domain/errors.js';
import { DEFAULT_SEARCH_LIMIT, OFFSET_LIMIT, SEARCH_LIMIT } from '../../../domain/limits.js';
import { SEARCH_ORDERS, type SearchOrder } from '../../../domain/result-order.js';
import { parseSearch, SEARCH_CHARACTERS, SEARCH_WORDS, type WordQuery } from '../../../domain/words/word-query.js';
import { decodeCursor } from '../../present/cursor.js';
import { stringEnum, text } from '../../schemas/common.js';
import { FOLDER_ID } from '../../schemas/examples.js';
import { chosenFolder, folderPathQuery, isBelow, recursiveQuery } from '../shared/folder-path.js';
import { conditionQueries, timeIn } from '../shared/result-order.js';

const MOST_TAGS = 10;
const MOST_SNIPPETS = 3;
const [DEFAULT_FACETS, MOST_FACETS] = [20, 100];
/** With words: what lies beyond is reached by `cursor`. */
const MOST_OFFSET = 9_950;
const WITH_TEXT = 'Only with `text`.';

export const SearchDocumentsQuery = Type.Object({
  text: Type.Optional(
    text(
      'Words that the title or the text must have, all of them, in any case. The last one may go on, unless a space ' +
        'follows it. `"two words"`: side by side; `-word`: not this one. At most ' +
        `${SEARCH_CHARACTERS} characters and ${SEARCH_WORDS} words. Empty: absent.`,
      { examples: ['plan'] },
    ),
  ),
  q: Type.Optional(text('The beginning of the title, in any case. Empty: absent.', { examples: ['plan'] })),
  tag: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MOST_TAGS,
      description: `A tag, exactly. May be repeated: each must be there, at most ${MOST_TAGS}. Empty: absent.`,
      examples: [['plan']],
    }),
  ),
  folder_id: Type.Optional(text('Only documents in this folder. Empty: absent.', { examples: [FOLDER_ID] })),
  folder_path: folderPathQuery('folder_id', '/Work'),
  recursive: recursiveQuery(
    'With a folder: documents in the folders below it, too, without `offset`. Of more than 500 folders, a page may be ' +
      'short, even empty, and still have `next_cursor`; of more than 10,000, `total` and `facets` are 400.',
  ),
  ...conditionQueries(''),
  sort: Type.Optional(
    Type.Unsafe<SearchOrder>({
      ...stringEnum(
        SEARCH_ORDERS,
        'The order: by relevance, by title, or by the time of the last change or of creation; with a minus from the ' +
          'newest on. Equal ones are by identifier. By default `relevance` with `text`, else `title`.',
      ),
      examples: ['-updated_at'],
    }),
  ),
  snippets: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_SNIPPETS,
      default: 1,
      description: `The most pieces of text of a result that show the words. ${WITH_TEXT}`,
      examples: [1],
    }),
  ),
  total: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      ...stringEnum(['true', 'false'], `Whether all results are counted. By default \`false\`. ${WITH_TEXT}`),
      examples: ['true'],
    }),
  ),
  facets: Type.Optional(
    Type.Unsafe<'tags'>({
      ...stringEnum(['tags'], `Counts the tags of the results. ${WITH_TEXT}`),
      examples: ['tags'],
    }),
  ),
  facet_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_FACETS,
      default: DEFAULT_FACETS,
      description: 'The most tags that are counted: the most frequent ones. With `facets`.',
      examples: [DEFAULT_FACETS],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SEARCH_LIMIT,
      default: DEFAULT_SEARCH_LIMIT,
      description: 'The most results to answer with.',
      examples: [20],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_LIMIT,
      default: 0,
      description: `How many results to skip; with \`text\` at most ${MOST_OFFSET}. Not with \`cursor\`.`,
      examples: [0],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'The `next_cursor` of the page before. Empty: absent. Not with `offset`.' }),
  ),
});

type Query = Static<typeof SearchDocumentsQuery>;
export type Search = ReturnType<typeof readSearch>;

/** What a search asks for. `byWords`: undefined without words. Raises validation errors, and `QUERY_REQUIRED`. */
export function readSearch(query: Query, hasWords: boolean) {
  const { limit = DEFAULT_SEARCH_LIMIT, offset = 0, visibility, sort } = query;
  const [tag, ...moreTags] = (query.tag ?? []).filter((each) => each !== '');
  const order = sort ?? (query.text ? 'relevance' : 'title');
  const folder = chosenFolder({ id: query.folder_id || undefined, path: query.folder_path || undefined });
  const asked = {
    prefix: query.q || undefined,
    tag,
    moreTags,
    keyPrefix: query.key_prefix || undefined,
    visibility,
    updatedFrom: timeIn(query, 'updated_from'),
    updatedBefore: timeIn(query, 'updated_before'),
    folder,
    isRecursive: isBelow(query, folder),
    limit,
    offset,
    after: placeIn(query, order),
  };
  if (query.text) return { ...asked, order, byWords: readWords(query, query.text, hasWords) };
  expectNoWords(query);
  // Without a query the search is refused before its folder is looked for.
  if (asked.prefix === undefined && tag === undefined) throw new QuireError('QUERY_REQUIRED');
  if (order === 'relevance') return refuse('/sort', 'must not be relevance without text');
  return { ...asked, order, byWords: undefined };
}

function readWords({ offset = 0, snippets = 1, total, facets, facet_limit: most }: Query, text: string, isOn: boolean) {
  const words = wordsIn(text, isOn);
  if (offset > MOST_OFFSET) refuse('/offset', `must be at most ${MOST_OFFSET} with text: use cursor`);
  if (most !== undefined && facets === undefined) refuse('/facet_limit', 'must be with facets');
  const tags = facets === undefined ? undefined : (most ?? DEFAULT_FACETS);
  return { text, words, snippets, isCounted: total === 'true', tags };
}

function wordsIn(sought: string, hasWords: boolean): WordQuery {
  if (!hasWords) refuse('/text', 'must be absent: this service searches no words (FULL_TEXT)');
  const words = parseSearch(sought);
  if (words.required.length === 0) throw new QuireError('QUERY_REQUIRED');
  return words;
}

function expectNoWords(query: Query): void {
  for (const name of ['snippets', 'facets', 'facet_limit', 'total'] as const)
    if (query[name] !== undefined) refuse(`/${name}`, 'must be with text');
}

function placeIn({ cursor, offset }: Query, order: SearchOrder) {
  const after = decodeCursor(order, cursor);
  if (!after || offset === undefined) return after;
  return refuse('/cursor', 'must not be with offset');
}

function refuse(path: string, message: string): never {
  throw validationError([{ path, message }]);
}
