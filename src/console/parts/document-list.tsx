import type { SearchResult } from '../../client/client.js';
import type { PagedItems } from '../hooks.js';
import { documentHash } from '../route.js';
import { dayText, whenText } from './format.js';
import { Sign } from './icons.js';
import { Tags } from './tags.js';
import { TroubleNote } from './trouble-note.js';

/** What lists and searches answer with. */
export type ListedRow = Pick<
  SearchResult,
  'id' | 'title' | 'metadata' | 'visibility' | 'current_version' | 'updated_at'
>;

type DocumentListProps = { pages: PagedItems<ListedRow>; empty: string; label: string };

export function DocumentList({ pages, empty, label }: DocumentListProps) {
  const { value: documents = [], error, isLoading, retry, hasMore, more } = pages;
  return (
    <section aria-label={label} aria-busy={isLoading}>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {documents.length > 0 && (
        <ul class="documents">
          {documents.map((document) => (
            <Row key={document.id} document={document} />
          ))}
        </ul>
      )}
      {documents.length === 0 && !isLoading && error === undefined && <p class="empty">{empty}</p>}
      {isLoading && <p class="quiet loading">Loading …</p>}
      {hasMore && !isLoading && (
        <button type="button" class="more" onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}

function Row({ document: { id, title, metadata, visibility, current_version, updated_at } }: { document: ListedRow }) {
  return (
    <li>
      <a class="title" href={documentHash(id)}>
        <span dir="auto">{title}</span>
      </a>
      <span class="facts">
        <Tags metadata={metadata} />
        {visibility === 'public' && <PublicMark />}
        <span class="quiet">version {current_version}</span>
        <time class="quiet" dateTime={updated_at} title={whenText(updated_at)}>
          {dayText(updated_at)}
        </time>
      </span>
    </li>
  );
}

export function PublicMark() {
  return (
    <span class="public">
      <Sign name="globe" /> public
    </span>
  );
}
