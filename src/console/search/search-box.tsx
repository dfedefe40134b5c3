import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go, goInstead } from '../navigation.js';
import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { Sign } from '../parts/icons.js';
import { folderOf, type ConsoleRoute } from '../route.js';

/** One letter finds too much, but a character of another script is a word. */
const LONG_ENOUGH = /^(?!\p{Script=Latin}?$)/u;
/** A search begins when nothing was typed for this long; for longer where the plan's minute has few requests left. */
const REST_MS = 30;
const SPARING_REST_MS = 250;

/** Typing leads to the page of results, whose address has what is searched for. */
export function SearchBox({ route }: { route: ConsoleRoute }) {
  const { folders, session } = useSigned();
  const shown = route.page === 'search' ? route.q : '';
  const scope = useSubscribed(folders, () => folders.get(folderOf(route))?.name);
  const [text, setText] = useState(shown);
  const input = useRef<HTMLInputElement>(null);
  const current = useRef(route);
  current.current = route;
  // The address may change under the box: by a link, or by going back.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(shown);
  }, [shown]);
  useLayoutEffect(() => {
    if (text.trim() === shown || !LONG_ENOUGH.test(text.trim())) return;
    const timer = setTimeout(
      () => search(current.current, text.trim()),
      session.window.hasPlenty() ? REST_MS : SPARING_REST_MS,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (LONG_ENOUGH.test(text.trim())) search(route, text.trim());
      }}
    >
      <Sign name="search" />
      <label class="hidden" for="search">
        Search words in titles and texts
      </label>
      <input
        id="search"
        ref={input}
        type="search"
        placeholder={scope === undefined ? 'Search documents' : `Search in ${scope}`}
        autocomplete="off"
        aria-keyshortcuts="/"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

/** All that is typed for one search is one entry of the history. It is in the folder that is open, and below it. */
function search(route: ConsoleRoute, q: string): void {
  if (route.page === 'search') goInstead({ ...route, q });
  else go({ page: 'search', q, tags: [], folderId: folderOf(route) });
}
