import { PAGE_HEADERS, pageShell, type ViewerPage } from './page-shell.js';

/** The same page for private and for missing documents: it must not tell them apart. */
export function renderNotFoundPage(): ViewerPage {
  const body = `<main class="missing" lang="en"><div>
<h1>Document not found</h1>
<p class="note">There is no public document at this address.</p>
</div></main>`;
  const headers = { ...PAGE_HEADERS, 'X-Robots-Tag': 'noindex' };
  return { html: pageShell('Document not found', body), headers };
}
