import { useSigned } from '../context.js';
import { Logo, Sign } from '../parts/icons.js';
import type { ConsoleRoute } from '../route.js';
import { SearchBox } from '../search/search-box.js';
import { FolderTree } from './folder-tree.js';
import { WindowLine } from './window-line.js';

export function Sidebar({ route }: { route: ConsoleRoute }) {
  const { signOut } = useSigned();
  const folderId = route.page === 'documents' || route.page === 'search' ? route.folderId : '';
  return (
    <aside class="sidebar" id="sidebar" aria-label="Search, folders and account">
      <a class="brand" href="#/">
        <Logo /> Quire
      </a>
      <SearchBox route={route} />
      <nav aria-label="Folders" class="folders">
        <a class="entry" href="#/" aria-current={route.page === 'documents' && folderId === '' ? 'page' : undefined}>
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
