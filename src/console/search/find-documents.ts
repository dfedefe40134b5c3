import { isApiError, type Client, type SearchQuery, type SearchResult } from '../../client/client.js';

/** Why words cannot be found: the service does not look for them, or its index lacks them. */
export type WithoutWords = 'off' | 'missing';

type Asked = {
  conditions: Omit<SearchQuery, 'q' | 'text' | 'sort' | 'offset' | 'cursor'>;
  sort: NonNullable<SearchQuery['sort']>;
  signal: AbortSignal;
  /** Undefined: words are found. */
  onWithoutWords(reason: WithoutWords | undefined): void;
};

/** Documents with these words; where no words can be found, those whose title begins so. */
export async function* findDocuments(
  client: Client,
  words: string,
  { conditions, sort, signal, onWithoutWords }: Asked,
): AsyncGenerator<SearchResult> {
  const byTitle = { ...conditions, sort: sort === 'relevance' ? ('title' as const) : sort };
  if (words === '') {
    yield* client.searchDocuments(byTitle, { signal });
    return;
  }
  let count = 0;
  try {
    for await (const result of client.searchDocuments({ ...conditions, text: words, sort }, { signal })) {
      if (count++ === 0) onWithoutWords(undefined);
      yield result;
    }
  } catch (error) {
    // A quote or a minus alone: the word is still to be typed.
    if (isApiError(error, 'QUERY_REQUIRED')) return;
    const reason = count === 0 ? reasonOf(error) : undefined;
    if (reason === undefined) throw error;
    onWithoutWords(reason);
    yield* client.searchDocuments({ ...byTitle, q: words }, { signal });
  }
}

function reasonOf(error: unknown): WithoutWords | undefined {
  if (isApiError(error, 'UNAVAILABLE') && error.details.run !== undefined) return 'missing';
  const isRefused = isApiError(error, 'VALIDATION_ERROR');
  return isRefused && error.details.errors.some(({ message }) => message.includes('FULL_TEXT')) ? 'off' : undefined;
}
