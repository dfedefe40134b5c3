import { useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { usePages, useSubscribed, type PagedItems } from '../hooks.js';
import { goInstead } from '../navigation.js';
import { DocumentList, type ListedRow } from '../parts/document-list.js';
import { listedText } from '../parts/format.js';
import { OrderField, orderOf } from '../parts/order-field.js';
import { useTitle } from '../parts/use-title.js';
import type { SearchRoute } from '../route.js';
import { durationText } from '../trouble.js';
import { untilRoom } from '../until-room.js';

const PAGE_SIZE = 50;

export function SearchPage({ route }: { route: SearchRoute }) {
  const { session } = useSigned();
  const { q, tag, folderId } = route;
  const sort = orderOf(route);
  const [waitMs, setWaitMs] = useState(0);
  useTitle(q === '' && tag === '' ? 'Search' : `Search: ${[q, tag && `#${tag}`].filter(Boolean).join(' ')}`);
  const pages = usePages<ListedRow>(JSON.stringify([q, tag, folderId, sort]), PAGE_SIZE, async function (signal) {
    if (q === '' && tag === '') return nothing();
    await untilRoom(session.window, signal, setWaitMs);
    const query = { sort, limit: PAGE_SIZE, ...(q !== '' && { q }), ...(tag !== '' && { tag }) };
    return session.client.searchDocuments({ ...query, ...(folderId !== '' && inAndBelow(folderId)) }, { signal });
  });
  return (
    <>
      <header class="page-head">
        <h1>Search</h1>
        <Filters key={`${tag} ${folderId}`} route={route} />
      </header>
      <p class="quiet" role="status">
        {waitMs > 0
          ? `Few requests are left of the plan's minute. The search goes on in ${durationText(waitMs)}.`
          : resultText(route, pages)}
      </p>
      <DocumentList pages={waitMs > 0 ? { ...pages, isLoading: false } : pages} label="Results" empty="" />
    </>
  );
}

function inAndBelow(folderId: string) {
  return { folder_id: folderId, recursive: 'true' as const };
}

async function* nothing(): AsyncGenerator<ListedRow> {
  // There is nothing to find.
}

function resultText({ q, tag }: SearchRoute, { value, error, hasMore }: PagedItems<ListedRow>): string {
  if (q === '' && tag === '') return 'Type at least two characters of a title, or give a tag.';
  if (value === undefined || error !== undefined) return '';
  if (value.length === 0) return 'Nothing found. A search compares the beginning of titles, and whole tags.';
  return listedText(value.length, hasMore);
}

function Filters({ route }: { route: SearchRoute }) {
  const { folders } = useSigned();
  const [tag, setTag] = useState(route.tag);
  const folder = useSubscribed(folders, () => folders.get(route.folderId));
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        goInstead({ ...route, tag: tag.trim() });
      }}
    >
      <label>
        Tag <input value={tag} autocomplete="off" onInput={(event) => setTag(event.currentTarget.value)} />
      </label>
      <button type="submit">Apply</button>
      {route.folderId !== '' && (
        <span class="chip">
          <span>
            in <span dir="auto">{folder?.name ?? 'one folder'}</span> and below
          </span>
          <button type="button" onClick={() => goInstead({ ...route, folderId: '' })}>
            Search everywhere
          </button>
        </span>
      )}
      <OrderField order={orderOf(route)} onChoose={(sort) => goInstead({ ...route, sort })} />
    </form>
  );
}
