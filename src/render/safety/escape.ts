const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\uFFFD',
};

/** Makes text safe between tags and in quoted attributes. NUL, which HTML cannot express, becomes U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? '');
}

export type ElementAttributes = [name: string, value: string][];

export function writeAttributes(attributes: ElementAttributes): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** Extra length of each escaped ASCII character. Other characters have none. */
export const ESCAPED_EXTRA = Int32Array.from(
  { length: 128 },
  (_, code) => escapeHtml(String.fromCharCode(code)).length - 1,
);

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

type EscapedCut = { end: number; length: number };

/** The longest piece from `start` that escapes into `room` characters, at least one, never half a surrogate pair. */
export function cutEscaped(text: string, start: number, room: number): EscapedCut {
  let length = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    const next = length + 1 + (code < 128 ? (ESCAPED_EXTRA[code] ?? 0) : 0);
    if (next > room && end > start + 1) break;
    length = next;
  }
  if (end === text.length || !isLowSurrogate(text.charCodeAt(end))) return { end, length };
  return { end: end - 1, length: length - 1 };
}

export function escapedLength(text: string): number {
  return cutEscaped(text, 0, Number.MAX_SAFE_INTEGER).length;
}
