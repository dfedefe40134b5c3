const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\0': '\uFFFD',
};

/** Makes text safe between tags and in a quoted attribute; NUL, which HTML cannot write, becomes U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? '');
}
