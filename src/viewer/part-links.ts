/** Both from 1. */
export type PartNumber = { part: number; parts: number };

/** Part 1 is the page without a query. Addresses are relative, so they work behind any path prefix. */
function address(documentId: string, part: number): string {
  return part === 1 ? encodeURIComponent(documentId) : `?part=${part}`;
}

function link(relation: 'prev' | 'next', href: string, text: string): string {
  return `<a rel="${relation}" href="${href}">${text}</a>`;
}

/** The current part and links to its neighbours; empty for a single part. */
export function partLinks(documentId: string, { part, parts }: PartNumber): string {
  if (parts === 1) return '';
  const items = [
    ...(part > 1 ? [link('prev', address(documentId, part - 1), 'Previous part')] : []),
    `<span aria-current="page">Part ${part} of ${parts}</span>`,
    ...(part < parts ? [link('next', address(documentId, part + 1), 'Next part')] : []),
  ];
  return `\n<nav class="parts" aria-label="Parts of this document" lang="en">\n${items.join('\n')}\n</nav>`;
}
