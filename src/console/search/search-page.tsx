import { useState } from 'preact/hooks';
import type { SearchResults } from '../../client/client.js';
import { useSigned } from '../context.js';
import { useLoad, usePages, useSubscribed, type PagedItems } from '../hooks.js';
import { goInstead } from '../navigation.js';
import { DocumentList, type ListedRow } from '../parts/document-list.js';
import { countText, listedText, numberText } from '../parts/format.js';
import { OrderField, orderOf, orderOfWords } from '../parts/order-field.js';
import { useTitle } from '../parts/use-title.js';
import { hashOf, type SearchRoute } from '../route.js';
import { durationText } from '../trouble.js';
import { untilRoom } from '../until-room.js';
import { findDocuments, type WithoutWords } from './find-documents.js';

const PAGE_SIZE = 50;

export function SearchPage({ route }: { route: SearchRoute }) {
  const { session } = useSigned();
  const { q, tags, folderId } = route;
  const sort = q === '' ? orderOf(route) : orderOfWords(route);
  const [waitMs, setWaitMs] = useState(0);
  const [withoutWords, setWithoutWords] = useState<WithoutWords>();
  useTitle(isEmpty(route) ? 'Search' : `Search: ${[q, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ')}`);
  const conditions = {
    ...(tags.length > 0 && { tag: tags }),
    ...(folderId !== '' && { folder_id: folderId, recursive: 'true' as const }),
  };
  const pages = usePages<ListedRow>(JSON.stringify([q, tags, folderId, sort]), PAGE_SIZE, async function (signal) {
    if (isEmpty(route)) return nothing();
    await untilRoom(session.window, signal, setWaitMs);
    const asked = { conditions: { ...conditions, limit: PAGE_SIZE }, sort, signal };
    return findDocuments(session.client, q, { ...asked, onWithoutWords: setWithoutWords });
  });
  const isCounted = q !== '' && withoutWords === undefined && session.window.hasPlenty();
  const counts = useLoad(JSON.stringify([isCounted && q, tags, folderId]), async (signal) =>
    isCounted ? session.client.countDocuments({ text: q, ...conditions }, { signal }) : undefined,
  );
  return (
    <>
      <header class="page-head">
        <h1>Search</h1>
        <Filters route={route} counts={counts.value} />
      </header>
      {q !== '' && withoutWords !== undefined && <p role="note">{WITHOUT_WORDS[withoutWords]}</p>}
      <p class="quiet" role="status">
        {waitMs > 0
          ? `Few requests are left of the plan's minute. The search goes on in ${durationText(waitMs)}.`
          : resultText(route, pages, counts.value)}
      </p>
      <DocumentList pages={waitMs > 0 ? { ...pages, isLoading: false } : pages} label="Results" empty="" />
    </>
  );
}

const WITHOUT_WORDS: Readonly<Record<WithoutWords, string>> = {
  off: 'This service finds titles by their beginning, and no other words.',
  missing: 'Words cannot be found before an operator has run “quire reindex”. These are titles that begin so.',
};

function isEmpty({ q, tags }: SearchRoute): boolean {
  return q === '' && tags.length === 0;
}

async function* nothing(): AsyncGenerator<ListedRow> {
  // There is nothing to find.
}

function resultText(
  route: SearchRoute,
  { value, error, hasMore }: PagedItems<ListedRow>,
  counts: SearchResults | undefined,
): string {
  if (isEmpty(route)) return 'Type words of a title or a text, or choose a tag.';
  if (value === undefined || error !== undefined) return '';
  if (value.length === 0) return 'Nothing found. All words must be there. The last one may go on.';
  const total = counts?.total ?? 0;
  if (total < value.length) return listedText(value.length, hasMore);
  return counts?.total_is_exact
    ? countText(total, 'document', 'documents')
    : `More than ${numberText(total)} documents`;
}

function Filters({ route, counts }: { route: SearchRoute; counts: SearchResults | undefined }) {
  const { folders } = useSigned();
  const { q, tags, folderId } = route;
  const folder = useSubscribed(folders, () => folders.get(folderId));
  const others = (counts?.facets?.tags ?? []).filter(({ value }) => !tags.includes(value));
  return (
    <div class="filters">
      {folderId !== '' && (
        <span class="chip">
          <span>
            in <span dir="auto">{folder?.name ?? 'one folder'}</span> and below
          </span>
          <button type="button" onClick={() => goInstead({ ...route, folderId: '' })}>
            Search everywhere
          </button>
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} class="chip">
          <span dir="auto">{tag}</span>
          <button
            type="button"
            aria-label={`Without the tag ${tag}`}
            onClick={() => goInstead({ ...route, tags: tags.filter((each) => each !== tag) })}
          >
            Remove
          </button>
        </span>
      ))}
      {others.map(({ value, count }) => (
        <a
          key={value}
          class="tag"
          href={hashOf({ ...route, tags: [...tags, value] })}
          title={`Only those with the tag ${value}`}
        >
          <span dir="auto">{value}</span> {numberText(count)}
        </a>
      ))}
      <OrderField
        order={q === '' ? orderOf(route) : orderOfWords(route)}
        hasRelevance={q !== ''}
        onChoose={(sort) => goInstead({ ...route, sort })}
      />
    </div>
  );
}
