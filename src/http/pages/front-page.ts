import { ROLES } from '../../domain/api-key.js';
import { escapeHtml } from '../../render/safety/escape.js';
import type { Constant } from '../answers/constant-answer.js';
import { sitePage } from './page.js';

const DOORS = [
  ['docs', 'The interface', 'Every operation, with examples for the command line.'],
  ['console', 'The console', 'Folders, documents and versions, for people who have a key.'],
  ['openapi.json', 'The description', 'OpenAPI 3.1, for generators and tools.'],
];

const WHAT = 'A document hosting service: JSON over HTTP, and a page for each public document.';

/** `command`: how the operator's shell runs `quire`. */
export type AboutService = { version: string; baseUrl: string; command: string };

export function frontPage({ version, baseUrl, command }: AboutService): Constant {
  const doors = DOORS.map(
    ([target, name, what]) => `<li><a href="${target}"><strong>${name}</strong><span>${what}</span></a></li>`,
  );
  const body = `<main class="front">
<h1>Quire</h1>
<p class="lead">${WHAT}</p>
<p><span class="tag">version ${escapeHtml(version)}</span></p>
<p>A document consists of typed blocks and lies in a folder. Each change makes a numbered version, which never changes.
A search finds documents by title, tag and folder, and sees every write that was answered before it.</p>
<ul class="doors">
${doors.join('\n')}
</ul>
<h2>Get a key</h2>
<p>Every request under <code>/v1</code> carries an API key in the header <code>X-API-Key</code>. The operator of this
service makes keys, with the command below. The first start in an empty folder makes one, and prints it once.</p>
<pre><code>${escapeHtml(`${command} keys create --owner NAME \\\n  --roles ${ROLES.join(',')}`)}</code></pre>
<h2>Make a document</h2>
<p>This one is public: the <code>url</code> of the answer is a page that needs no key. Documents are private unless you
say otherwise.</p>
<pre><code>${escapeHtml(firstCall(baseUrl))}</code></pre>
</main>
<footer><p>Quire is free software under the Apache License 2.0.</p></footer>`;
  return sitePage({ path: './', title: 'Quire', description: WHAT, body });
}

function firstCall(baseUrl: string): string {
  const document = { title: 'Hello', visibility: 'public', blocks: [{ type: 'paragraph', content: 'First words.' }] };
  return [
    'KEY=dk_…',
    '',
    `curl ${baseUrl}/v1/documents \\`,
    '  -H "X-API-Key: $KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(document)}'`,
  ].join('\n');
}
