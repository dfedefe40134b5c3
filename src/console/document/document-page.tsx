import { useState } from 'preact/hooks';
import type { Document, Tagged } from '../../client/client.js';
import { useSigned } from '../context.js';
import { FolderPath } from '../folders/folder-path.js';
import { useLoad } from '../hooks.js';
import { go } from '../navigation.js';
import { PublicMark } from '../parts/document-list.js';
import { whenText } from '../parts/format.js';
import { Sign } from '../parts/icons.js';
import { Tags } from '../parts/tags.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { useTitle } from '../parts/use-title.js';
import { documentHash, type ConsoleRoute } from '../route.js';
import { VersionsPanel } from './versions-panel.js';
import { PageFrame, usePlace } from '../frame/page-frame.js';

type DocumentViewProps = { id: string; version: number | undefined; title: string; at: string | undefined };

/** The page that the viewer makes of a document, one part at a time. */
function DocumentView({ id, version, title, at }: DocumentViewProps) {
  const { session } = useSigned();
  const state = usePlace(at);
  const { part } = state.place;
  const { value, error, isLoading, retry } = useLoad(`${id} ${version} ${part}`, (signal) =>
    session.client.viewDocument(id, { part, ...(version && { version }) }, { signal }),
  );
  return (
    <div class="document-view" aria-busy={isLoading}>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {value && <PageFrame page={value} title={`Content of ${title}`} {...state} />}
    </div>
  );
}

type DocumentRoute = Extract<ConsoleRoute, { page: 'document' }>;

export function DocumentPage({ route }: { route: DocumentRoute }) {
  const { session } = useSigned();
  const { id, version, showsVersions } = route;
  const [round, setRound] = useState(0);
  const loaded = useLoad(`${id} ${round}`, (signal) => session.client.getDocument(id, { signal }));
  const { value: document, error, retry } = loaded;
  useTitle(document?.title ?? 'Document');
  if (error !== undefined && !document) return <TroubleNote error={error} onRetry={retry} />;
  return (
    <div class="document-page">
      <div class="document-column">
        {document ? <Head document={document} route={route} /> : <p class="quiet loading">Loading …</p>}
        {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
        <DocumentView
          key={`${version ?? 'newest'} ${document?.etag ?? ''}`}
          id={id}
          version={version}
          title={document?.title ?? 'the document'}
          at={route.at}
        />
      </div>
      {showsVersions && document && (
        <VersionsPanel
          key={document.etag}
          route={route}
          etag={document.etag}
          onRestored={() => setRound((before) => before + 1)}
        />
      )}
    </div>
  );
}

function Head({ document, route }: { document: Tagged<Document>; route: DocumentRoute }) {
  const { id, folder_id, title, metadata, visibility, updated_at, url } = document;
  const panelRoute: ConsoleRoute = { ...route, version: undefined, showsVersions: !route.showsVersions };
  return (
    <header class="page-head">
      <FolderPath folderId={folder_id} />
      <h1 dir="auto">{title}</h1>
      <p class="facts">
        {visibility === 'public' && <PublicMark />}
        <span class="quiet">
          version {document.current_version}, <time dateTime={updated_at}>{whenText(updated_at)}</time>
        </span>
        <Tags metadata={metadata} />
      </p>
      <div class="actions">
        <a class="button primary" href={`${documentHash(id)}/edit`}>
          <Sign name="pen" /> Edit
        </a>
        <button type="button" aria-expanded={route.showsVersions} onClick={() => go(panelRoute)}>
          <Sign name="clock" /> Versions
        </button>
        {visibility === 'public' && (
          <a class="button" href={url} target="_blank" rel="noopener noreferrer">
            <Sign name="globe" /> Public page
          </a>
        )}
      </div>
    </header>
  );
}
