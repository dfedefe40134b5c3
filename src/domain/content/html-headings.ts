import { COMPONENT, readTags, type TagAttributes } from './tag-parser.js';

export const HEADING = /^h[1-6]$/;
const NAME = /^[\p{L}\p{M}\p{N}_.-]{1,80}$/u;

/** A name that an element may have on a page. */
export function identifierOf(tag: string, { id, name }: TagAttributes): string | undefined {
  const found = id ?? (tag === 'a' ? name : undefined);
  return found !== undefined && NAME.test(found) ? found : undefined;
}

/** `words`: its text. Empty: it has none, or a name of its own. */
type HtmlHeading = { name: string; words: string };

/** The words of the headings in a piece of HTML, in their order. Empty: it needs no name. */
export function htmlHeadings(html: string, isJsx = false): string[] {
  const found: HtmlHeading[] = [];
  let open: HtmlHeading | undefined;
  readTags(isJsx ? html.replace(COMPONENT, '&lt;') : html, {
    open: (name, attributes) => {
      if (!HEADING.test(name)) return;
      const heading = { name, words: '' };
      found.push(heading);
      open = identifierOf(name, attributes) === undefined ? heading : undefined;
    },
    close: (name) => {
      if (open?.name === name) open = undefined;
    },
    text: (text) => {
      if (open) open.words += text;
    },
  });
  return found.map(({ words }) => words.replace(/\s+/g, ' ').trim());
}
