import type { PushOutcome, PushTally } from '../../directory/push-report.js';

/** `root`: whether the documents go to the root folder, which the console shows first. */
export type ConsoleTarget = { url: string; isRoot: boolean };

type Seen = Pick<PushTally, 'written' | 'topFolderId'>;

/** Where to see what was written, as `See it: https://docs.example.com/d/ID`. Undefined: nothing was. */
export function seeText({ written, topFolderId }: Seen, place: ConsoleTarget): string | undefined {
  const [first, ...others] = written;
  if (first === undefined) return undefined;
  if (others.length === 0) return `See it: ${placeOf(first, place)}`;
  const folders = new Set(written.map(({ folderId }) => folderId));
  const folderId = folders.size === 1 ? first.folderId : topFolderId;
  const isFirstPage = folderId === undefined || (place.isRoot && folderId === topFolderId);
  return `See them: ${place.url}/console${isFirstPage ? '' : `#/folders/${encodeURIComponent(folderId)}`}`;
}

/** Only the console shows a private document, to who has a key. */
function placeOf({ url, id, visibility }: PushOutcome, place: ConsoleTarget): string {
  return visibility === 'public' && url !== undefined
    ? url
    : `${place.url}/console#/documents/${encodeURIComponent(id ?? '')}`;
}
