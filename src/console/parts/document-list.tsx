import type { SearchResult } from '../../client/client.js';
import { DocumentActions } from '../document/document-actions.js';
import { useDraggable } from '../folders/drags.js';
import { useFolderPath } from '../folders/folder-path.js';
import { movableDocument } from '../folders/use-move.js';
import type { PagedItems } from '../hooks.js';
import { documentHash, hashOf } from '../route.js';
import { dayText, whenText } from './format.js';
import { Sign } from './icons.js';
import { Tags } from './tags.js';
import { TroubleNote } from './trouble-note.js';
import { useRowFocus } from './use-row-focus.js';

type Snippet = NonNullable<SearchResult['snippets']>[number];

/** What lists and searches answer with. `folder_path`: absent in answers of an older service. */
export type ListedRow = Pick<
  SearchResult,
  'id' | 'title' | 'folder_id' | 'metadata' | 'visibility' | 'current_version' | 'updated_at'
> &
  Pick<Partial<SearchResult>, 'snippets'> & { folder_path?: string | null };

/** `folderId`: rows in it do not name it. */
type DocumentListProps = { pages: PagedItems<ListedRow>; empty: string; label: string; folderId?: string };

export function DocumentList({ pages, empty, label, folderId }: DocumentListProps) {
  const { value: documents = [], error, isLoading, retry, hasMore, more } = pages;
  return (
    <section aria-label={label} aria-busy={isLoading} {...useRowFocus<HTMLElement>()}>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {documents.length > 0 && (
        <ul class="documents">
          {documents.map((document) => (
            <Row key={document.id} document={document} isPlaced={document.folder_id === folderId} />
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

function Row({ document, isPlaced }: { document: ListedRow; isPlaced: boolean }) {
  const { id, title, metadata, visibility, current_version, updated_at } = document;
  return (
    <li>
      <a class="title" href={documentHash(id)} {...useDraggable(movableDocument(document))}>
        <span dir="auto">{title}</span>
      </a>
      {(document.snippets ?? []).map(
        (snippet) => snippet.block_id !== null && <Found key={snippet.block_id} {...snippet} />,
      )}
      <span class="facts">
        {!isPlaced && <Place document={document} />}
        <Tags metadata={metadata} />
        {visibility === 'public' && <PublicMark />}
        <span class="quiet">version {current_version}</span>
        <time class="quiet" dateTime={updated_at} title={whenText(updated_at)}>
          {dayText(updated_at)}
        </time>
      </span>
      <span class="row-actions">
        <DocumentActions document={document} isSmall />
      </span>
    </li>
  );
}

/** Where the words are that were looked for. */
function Found({ segments }: Snippet) {
  return (
    <p class="found" dir="auto">
      {segments.map(({ text, match }, at) => (match ? <mark key={at}>{text}</mark> : text))}
    </p>
  );
}

/** Names of folders that a row has room for. */
const MOST_NAMES = 2;

function Place({ document: { folder_id: folderId, folder_path: path } }: { document: ListedRow }) {
  const known = useFolderPath(path === undefined ? folderId : '');
  const names = path?.split('/').filter(Boolean) ?? known.map(({ name }) => name);
  if (names.length === 0) return null;
  const shown = names.length > MOST_NAMES ? ['…', ...names.slice(-MOST_NAMES)] : names;
  return (
    <a class="quiet place" href={hashOf({ page: 'documents', folderId })} title={`/${names.join('/')}`} dir="auto">
      <Sign name="folder" /> {shown.join(' / ')}
    </a>
  );
}

export function PublicMark() {
  return (
    <span class="public">
      <Sign name="globe" /> public
    </span>
  );
}
