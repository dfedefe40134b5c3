import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ComparePage } from './compare/compare-page.js';
import { DocumentPage } from './document/document-page.js';
import { DocumentsPage } from './folders/documents-page.js';
import { EditPage } from './document/edit-page.js';
import { LimitsPage } from './limits-page.js';
import { useRoute } from './navigation.js';
import { Logo, Sign } from './parts/icons.js';
import type { ConsoleRoute } from './route.js';
import { SearchPage } from './search/search-page.js';
import { Sidebar } from './folders/sidebar.js';
import { Uploads } from './upload/uploads.js';

/** What a signed-in user sees. */
export function Shell() {
  const route = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const name = placeOf(route);
  useArrival(name, main, () => setMenuOpen(false));
  return (
    <div class={`shell ${isMenuOpen ? 'with-menu' : ''}`}>
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
      </header>
      <Sidebar route={route} />
      <Uploads>
        <main id="main" ref={main} tabIndex={-1}>
          <Page route={route} />
        </main>
      </Uploads>
    </div>
  );
}

function Page({ route }: { route: ConsoleRoute }) {
  switch (route.page) {
    case 'documents':
      return <DocumentsPage key={route.folderId} folderId={route.folderId} />;
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

/** The focus follows a link to its page, in the turn that shows the page. During a search it stays in the field. */
function useArrival(name: string, main: { current: HTMLElement | null }, onArrival: () => void): void {
  const last = useRef(name);
  useLayoutEffect(() => {
    if (last.current === name) return;
    last.current = name;
    if (name === 'search') return;
    onArrival();
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name]);
}

function focusOn(element: HTMLElement | null, event: Event): void {
  event.preventDefault();
  element?.focus();
}
