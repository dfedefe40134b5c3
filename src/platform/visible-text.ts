/** What a terminal obeys instead of showing it: controls, marks of writing direction, and halves of characters. */
const OBEYED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const OBEYED_IN_TEXT = new RegExp(`(?![\\n\\t])${OBEYED.source}`, 'gu');

/** Texts of others in one line for people: `\u{1b}` instead of an escape character. */
export function visibleText(text: string): string {
  return text.replaceAll(OBEYED, escaped);
}

/** The same for texts of several lines. */
export function visibleLines(text: string): string {
  return text.replaceAll(OBEYED_IN_TEXT, escaped);
}

/** The same for all texts and names of a JSON value. */
export function visibleTexts<T>(value: T): T {
  return shown(value) as T;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return visibleLines(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleLines(name), shown(member)]));
}

/** The same within JSON, whose value does not change. */
export function visibleJson(json: string): string {
  return json.replaceAll(OBEYED, (character) => `\\u${hexOf(character).padStart(4, '0')}`);
}

function escaped(character: string): string {
  return `\\u{${hexOf(character)}}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}
