import type { Draft } from './draft.js';

const PREFIX = 'quire.draft.';

function nameOf(place: string): string {
  return PREFIX + place;
}

/** `place`: the document, or the folder of a new one. */
export function keptDraft(place: string): Draft | undefined {
  const kept = sessionStorage.getItem(nameOf(place));
  return kept === null ? undefined : (JSON.parse(kept) as Draft);
}

/** False: the browser has no room for it, and it is lost when the page is closed. */
export function keepDraft(place: string, draft: Draft | undefined): boolean {
  try {
    if (draft) sessionStorage.setItem(nameOf(place), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(place));
    return true;
  } catch {
    return false;
  }
}

export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
