import { useEffect, useRef, useState } from 'preact/hooks';
import type { DocumentPage } from '../../client/client.js';
import { useSigned } from '../context.js';
import { PageFrame, usePlace } from '../frame/page-frame.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { durationText } from '../trouble.js';
import { untilRoom } from '../until-room.js';
import type { Draft, Edited } from './draft.js';
import { previewOf } from './save.js';

/** A page is asked for when nothing was typed for this long. */
const REST_MS = 400;

type PreviewProps = { draft: Draft; edited: Edited | undefined };
type PreviewState = { page?: DocumentPage; error?: unknown };

/** The page that the service would show of the draft. The last one stays until the next has come. */
export function Preview({ draft, edited }: PreviewProps) {
  const { session } = useSigned();
  const state = usePlace();
  const { part } = state.place;
  const [{ page, error }, setShown] = useState<PreviewState>({});
  const [waitMs, setWaitMs] = useState(0);
  const ask = useNewest(
    async (signal) => {
      await untilRoom(session.window, signal, setWaitMs);
      const made = await session.client.previewDocument(previewOf(draft, edited), { part }, { signal });
      setShown({ page: made });
    },
    (failure) => setShown((before) => ({ ...before, error: failure })),
  );
  useEffect(() => {
    const timer = setTimeout(ask, page ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [draft, part]);
  return (
    <div class="preview" role="region" aria-label="Preview" tabIndex={0}>
      {error !== undefined && <TroubleNote error={error} onRetry={ask} />}
      {waitMs > 0 && (
        <p class="quiet" role="status">
          Few requests are left of the plan's minute. The preview goes on in {durationText(waitMs)}.
        </p>
      )}
      {page ? <PageFrame page={page} title="Preview" {...state} /> : <p class="quiet loading">Loading …</p>}
    </div>
  );
}

/**
 * Does the newest work asked for once the last one has ended: what is under way at the service goes on there, so
 * nothing is sent beside it. No work begins after the end of the component.
 */
function useNewest(work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): () => void {
  const newest = useRef({ work, onError });
  newest.current = { work, onError };
  const run = useRef({ controller: new AbortController(), isBusy: false, isAsked: false });
  useEffect(() => () => run.current.controller.abort(), []);
  const begin = async () => {
    const { current } = run;
    const { signal } = current.controller;
    current.isAsked = true;
    if (current.isBusy) return;
    current.isBusy = true;
    while (current.isAsked && !signal.aborted) {
      current.isAsked = false;
      await newest.current.work(signal).catch((error: unknown) => signal.aborted || newest.current.onError(error));
    }
    current.isBusy = false;
  };
  return () => void begin();
}
