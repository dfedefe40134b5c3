import { useEffect, useState } from 'preact/hooks';
import type { DocumentPage } from '../../client/client.js';
import { parseRoute } from '../route.js';
import { SandboxedFrame } from './sandboxed-frame.js';

/** `part`: of a document, from 1. `at`: the name of a place. `isLike`: as for the frame: no part has that name. */
type Place = { part: number; at: string | undefined; isLike?: boolean };
export type PlaceState = { place: Place; setPlace: (place: Place) => void };

/** What links of a page that is not stored call its document. */
const UNSAVED = 'preview';

/** `at`: where to begin. Which part has it is not known. */
export function usePlace(at?: string): PlaceState {
  const [place, setPlace] = useState<Place>({ part: 1, at });
  useEffect(() => setPlace((before) => (before.at === at ? before : { part: 1, at })), [at]);
  return { place, setPlace };
}

type PageFrameProps = PlaceState & { page: DocumentPage; title: string };

/** A part of the page of a document, with the way to the others. */
export function PageFrame({ page: { html, hasNext }, title, place, setPlace }: PageFrameProps) {
  const { part, at, isLike = false } = place;
  const goTo = (other: number) => setPlace({ part: other, at: undefined });
  const look = () => {
    if (hasNext) setPlace({ part: part + 1, at, isLike });
    else if (!isLike) setPlace({ part: 1, at, isLike: true });
  };
  const follow = (hash: string) => {
    const route = parseRoute(hash);
    if (route.page === 'document' && route.id === UNSAVED) setPlace({ part: 1, at: route.at });
    else location.hash = hash;
  };
  return (
    <>
      <SandboxedFrame html={html} title={title} at={at} isLike={isLike} onLink={follow} onMissing={look} />
      {(part > 1 || hasNext) && (
        <nav class="parts" aria-label="Parts of this document">
          <button type="button" disabled={part === 1} onClick={() => goTo(part - 1)}>
            Previous part
          </button>
          <span>Part {part}</span>
          <button type="button" disabled={!hasNext} onClick={() => goTo(part + 1)}>
            Next part
          </button>
        </nav>
      )}
    </>
  );
}
