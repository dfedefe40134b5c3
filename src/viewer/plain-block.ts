import { escapeHtml } from './escape.js';
import type { ViewedBlock } from './viewed-document.js';

const LANGUAGE_CLASS = /^[a-z0-9+#._-]{1,40}$/;

/** Code as written, whatever the content type. */
function codeBlock(block: ViewedBlock): string {
  const language = String(block.metadata?.['language'] ?? '').toLowerCase();
  const label = LANGUAGE_CLASS.test(language) ? ` class="language-${language}"` : '';
  return `<pre dir="ltr" tabindex="0"><code${label}>${escapeHtml(block.content)}</code></pre>`;
}

/** Content as written: nothing in it is markup. `headingTag` is the element a heading block becomes. */
export function plainBlock(block: ViewedBlock, headingTag: string): string {
  const text = escapeHtml(block.content);
  switch (block.type) {
    case 'heading': return `<${headingTag} class="plain" dir="auto">${text}</${headingTag}>`;
    case 'quote': return `<blockquote class="plain" dir="auto">${text}</blockquote>`;
    case 'table': return `<pre class="plain" dir="auto">\n${text}</pre>`;
    case 'code': return codeBlock(block);
    case 'divider': return '<hr>';
    default: return `<div class="plain" dir="auto">${text}</div>`;
  }
}
