import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ComparePage } from './compare/compare-page.js';
import { DocumentPage } from './document/document-page.js';
import { DocumentsPage } from './folders/documents-page.js';
import { EditPage } from './document/edit-page.js';
import { LimitsPage } from './limits-page.js';
import { useKeys } from './keys.js';
import { useArrival, type Arrival } from './navigation.js';
import { Logo, Sign } from './parts/icons.js';
import { Toasts } from './parts/toasts.js';
import { documentHash, hashOf, parseRoute, type ConsoleRoute } from './route.js';
import { SearchPage } from './search/search-page.js';
import { DropArea } from './folders/drags.js';
import { Sidebar } from './folders/sidebar.js';
import { Uploads } from './upload/uploads.js';

/** What a signed-in user sees. */
export function Shell() {
  const arrival = useArrival();
  const { route } = arrival;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useArrivalAt(main, { ...arrival, name: placeOf(route), onArrival: () => setMenuOpen(false) });
  const openSearch = useCallback(() => {
    setMenuOpen(true);
    // At once, for keys that follow; and once the menu is there, where the field was out of sight.
    focusSearch();
    requestAnimationFrame(focusSearch);
  }, []);
  useKeys(openSearch);
  return (
    <div class={`shell on-${route.page} ${isMenuOpen ? 'with-menu' : ''}`}>
      <a class="skip" href="#main" onClick={(event) => focusOn(main.current, event)}>
        Skip to the content
      </a>
      <header class="top">
        <button
          type="button"
          class="plain"
          aria-expanded={isMenuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Sign name="menu" />
          <span class="hidden">Folders and search</span>
        </button>
        <a class="brand" href="#/">
          <Logo /> Quire
        </a>
        <button type="button" class="plain" onClick={openSearch}>
          <Sign name="search" />
          <span class="hidden">Search</span>
        </button>
      </header>
      <Toasts>
        <DropArea>
          <Sidebar route={route} />
          <Uploads>
            <main id="main" ref={main} tabIndex={-1}>
              <Page route={route} />
            </main>
          </Uploads>
        </DropArea>
      </Toasts>
    </div>
  );
}

function Page({ route }: { route: ConsoleRoute }) {
  switch (route.page) {
    case 'documents':
      return <DocumentsPage key={route.folderId} route={route} />;
    case 'search':
      return <SearchPage route={route} />;
    case 'document':
      return <DocumentPage key={route.id} route={route} />;
    case 'compare':
      return <ComparePage route={route} />;
    case 'edit':
      return <EditPage key={route.id} id={route.id} folderId="" />;
    case 'new':
      return <EditPage key={`new ${route.folderId}`} id={undefined} folderId={route.folderId} />;
    case 'limits':
      return <LimitsPage />;
  }
}

/** The same while one types a search, or looks at versions of one document. */
function placeOf(route: ConsoleRoute): string {
  switch (route.page) {
    case 'documents':
      return `documents ${route.folderId}`;
    case 'document':
    case 'compare':
    case 'edit':
      return `${route.page} ${route.id}`;
    default:
      return route.page;
  }
}

type ArrivalAt = Arrival & { name: string; onArrival: () => void };

/**
 * The focus follows a link to its page, in the turn that shows the page. During a search it stays in the field. A page
 * that is shown again is where it was, with the focus on the row that was opened.
 */
function useArrivalAt(main: { current: HTMLElement | null }, { name, from, scrolledTo, onArrival }: ArrivalAt): void {
  const last = useRef(name);
  useLayoutEffect(() => {
    if (last.current === name) return;
    last.current = name;
    onArrival();
    if (name === 'search' && scrolledTo === undefined) return;
    const row = scrolledTo === undefined ? undefined : rowOf(parseRoute(from));
    (row ?? main.current)?.focus({ preventScroll: true });
    scrollTo(0, scrolledTo ?? 0);
  }, [name]);
}

function rowOf(route: ConsoleRoute): HTMLElement | undefined {
  const hash = 'id' in route && route.id !== undefined ? documentHash(route.id) : hashOf(route);
  const rows = [...document.querySelectorAll<HTMLElement>('.documents .title')];
  return rows.find((row) => row.getAttribute('href') === hash);
}

function focusSearch(): void {
  document.getElementById('search')?.focus();
}

function focusOn(element: HTMLElement | null, event: Event): void {
  event.preventDefault();
  element?.focus();
}
