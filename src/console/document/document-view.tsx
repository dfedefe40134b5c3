import { useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { SandboxedFrame } from '../frame/sandboxed-frame.js';
import { useLoad } from '../hooks.js';
import { TroubleNote } from '../parts/trouble-note.js';

type DocumentViewProps = { id: string; version: number | undefined; title: string };

/** The page that the viewer makes of a document, one part at a time. */
export function DocumentView({ id, version, title }: DocumentViewProps) {
  const { session } = useSigned();
  const [part, setPart] = useState(1);
  const { value, error, isLoading, retry } = useLoad(`${id} ${version} ${part}`, (signal) =>
    session.client.viewDocument(id, { part, ...(version && { version }) }, { signal }),
  );
  return (
    <div class="document-view" aria-busy={isLoading}>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {value && <SandboxedFrame html={value.html} title={`Content of ${title}`} />}
      {value && (part > 1 || value.hasNext) && (
        <nav class="parts" aria-label="Parts of this document">
          <button type="button" disabled={part === 1} onClick={() => setPart(part - 1)}>
            Previous part
          </button>
          <span>Part {part}</span>
          <button type="button" disabled={!value.hasNext} onClick={() => setPart(part + 1)}>
            Next part
          </button>
        </nav>
      )}
    </div>
  );
}
