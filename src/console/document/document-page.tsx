import type { Document, Tagged } from '../../client/client.js';
import { useSigned } from '../context.js';
import { FolderPath } from '../folders/folder-path.js';
import { useLoad, useSubscribed } from '../hooks.js';
import { go, goInstead } from '../navigation.js';
import { PublicMark } from '../parts/document-list.js';
import { whenText } from '../parts/format.js';
import { Sign } from '../parts/icons.js';
import { Tags } from '../parts/tags.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { useTitle } from '../parts/use-title.js';
import { documentHash, type ConsoleRoute } from '../route.js';
import { DocumentActions } from './document-actions.js';
import { DocumentView } from './document-view.js';
import { OldVersion } from './old-version.js';
import { VersionsPanel } from './versions-panel.js';

type DocumentRoute = Extract<ConsoleRoute, { page: 'document' }>;

export function DocumentPage({ route }: { route: DocumentRoute }) {
  const { session, writes } = useSigned();
  const { id, version, showsVersions } = route;
  const round = useSubscribed(writes, () => writes.count);
  const { value: document, error, retry } = useLoad(id, (signal) => session.client.getDocument(id, { signal }), round);
  useTitle(document?.title ?? 'Document');
  if (error !== undefined && !document) return <TroubleNote error={error} onRetry={retry} />;
  const isOld = document !== undefined && version !== undefined && version !== document.current_version;
  return (
    <div class="document-page">
      <div class="document-column">
        {document ? <Head document={document} route={route} isOld={isOld} /> : <p class="quiet loading">Loading …</p>}
        {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
        {isOld && <OldVersion document={document} version={version} />}
        <DocumentView
          key={`${version ?? 'newest'} ${document?.etag ?? ''}`}
          id={id}
          version={version}
          title={`Content of ${document?.title ?? 'the document'}`}
          at={route.at}
        />
      </div>
      {showsVersions && document && <VersionsPanel key={document.etag} route={route} etag={document.etag} />}
    </div>
  );
}

type HeadProps = { document: Tagged<Document>; route: DocumentRoute; isOld: boolean };

function Head({ document, route, isOld }: HeadProps) {
  const { session, folders } = useSigned();
  const { id, folder_id: folderId, title, metadata, visibility, updated_at, url } = document;
  const panelRoute: ConsoleRoute = { ...route, version: undefined, showsVersions: !route.showsVersions };
  const leave = () => goInstead({ page: 'documents', folderId: folders.get(folderId) ? folderId : '' });
  return (
    <header class="page-head">
      <FolderPath folderId={folderId} />
      <h1 dir="auto">{title}</h1>
      <p class="facts">
        {visibility === 'public' && <PublicMark />}
        {!isOld && (
          <span class="quiet">
            version {document.current_version}, <time dateTime={updated_at}>{whenText(updated_at)}</time>
          </span>
        )}
        <Tags metadata={metadata} />
      </p>
      <div class="actions">
        {session.may('documents:write') && !isOld && (
          <a class="button primary" href={`${documentHash(id)}/edit`}>
            <Sign name="pen" /> Edit
          </a>
        )}
        <button type="button" aria-expanded={route.showsVersions} onClick={() => go(panelRoute)}>
          <Sign name="clock" /> Versions
        </button>
        {visibility === 'public' && (
          <a class="button" href={url} target="_blank" rel="noopener noreferrer">
            <Sign name="globe" /> Public page
          </a>
        )}
        <DocumentActions document={document} onDeleted={leave} />
      </div>
    </header>
  );
}
