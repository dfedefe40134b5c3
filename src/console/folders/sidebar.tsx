import { useSigned } from '../context.js';
import { Logo, Sign } from '../parts/icons.js';
import { folderOf, type ConsoleRoute } from '../route.js';
import { SearchBox } from '../search/search-box.js';
import { FolderTree } from './folder-tree.js';
import { useSubscribed } from '../hooks.js';
import { numberText } from '../parts/format.js';

/** A plan without limits has numbers that say nothing to people. */
const WORTH_TELLING = 1_000_000;

function WindowLine() {
  const { session } = useSigned();
  const state = useSubscribed(session.window, () => session.window.state);
  if (!state || state.limit >= WORTH_TELLING) return null;
  return (
    <p class="quiet window">
      {numberText(state.remaining)} of {numberText(state.limit)} requests left this minute
    </p>
  );
}

export function Sidebar({ route }: { route: ConsoleRoute }) {
  const { signOut } = useSigned();
  const folderId = folderOf(route);
  return (
    <aside class="sidebar" id="sidebar" aria-label="Search, folders and account">
      <a class="brand" href="#/">
        <Logo /> Quire
      </a>
      <SearchBox route={route} />
      <nav aria-label="Folders" class="folders">
        <a
          class="entry"
          href="#/"
          aria-current={route.page === 'documents' && folderId === '' ? 'page' : undefined}
          data-folder=""
        >
          <Sign name="all" /> All documents
        </a>
        <FolderTree currentId={folderId} />
      </nav>
      <div class="foot">
        <WindowLine />
        <a class="entry" href="#/limits" aria-current={route.page === 'limits' ? 'page' : undefined}>
          <Sign name="gauge" /> Limits
        </a>
        <button type="button" class="entry" onClick={signOut}>
          <Sign name="leave" /> Sign out
        </button>
      </div>
    </aside>
  );
}
