import { useSigned } from '../context.js';
import { PageFrame, usePlace } from '../frame/page-frame.js';
import { useLoad } from '../hooks.js';
import { TroubleNote } from '../parts/trouble-note.js';

/** `version`: undefined: the newest. `at`: a place in it. */
type DocumentViewProps = { id: string; version: number | undefined; title: string; at?: string | undefined };

/** The page that the viewer makes of a document, one part at a time. */
export function DocumentView({ id, version, title, at }: DocumentViewProps) {
  const { session } = useSigned();
  const state = usePlace(at);
  const { part } = state.place;
  const { value, error, isLoading, retry } = useLoad(`${id} ${version} ${part}`, (signal) =>
    session.client.viewDocument(id, { part, ...(version && { version }) }, { signal }),
  );
  return (
    <div class="document-view" aria-busy={isLoading}>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {value && <PageFrame page={value} title={title} {...state} />}
    </div>
  );
}
