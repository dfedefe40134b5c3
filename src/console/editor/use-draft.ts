import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { keepDraft, keptDraft } from './draft-store.js';
import { draftOf, isSame, type Draft, type Edited } from './draft.js';

const KEPT_AFTER_MS = 200;

export type DraftState = {
  draft: Draft;
  isDirty: boolean;
  /** It was begun before this page was opened. */
  isResumed: boolean;
  change(changes: Partial<Draft>): void;
  discard(): void;
  /** `sent` is saved. What was typed meanwhile stays. */
  goOn(sent: Draft, saved: Edited): void;
};

/** A draft is kept in the tab until it is saved or discarded, also when the page is left or loaded again. */
export function useDraft(place: string, edited: Edited | undefined): DraftState {
  const initial = useMemo(() => draftOf(edited), [edited]);
  const kept = useMemo(() => keptDraft(place), [place]);
  const [draft, setDraft] = useState<Draft>({ ...initial, ...kept });
  const isDirty = !isSame(draft, initial);
  const latest = useRef<Draft | undefined>(undefined);
  latest.current = isDirty ? draft : undefined;
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setKept(keepDraft(place, latest.current)), KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, isDirty]);
  useEffect(() => {
    const keep = () => keepDraft(place, latest.current);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [place]);
  useEffect(() => {
    if (isKept) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isKept]);
  const change = useCallback((changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })), []);
  const discard = useCallback(() => {
    latest.current = undefined;
    keepDraft(place, undefined);
    setDraft(initial);
  }, [place, initial]);
  const goOn = (sent: Draft, saved: Edited) =>
    setDraft((now) => (isSame(now, sent) ? draftOf(saved) : { ...now, etag: saved.document.etag }));
  return { draft, isDirty, isResumed: kept !== undefined && isDirty, change, discard, goOn };
}
