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
