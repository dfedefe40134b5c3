import { COMPONENT, HEADING } from './raw-html.js';
import { identifierOf } from './safe-element.js';
import { readTags } from './tag-parser.js';

/** `words`: its text. Empty: it has none, or a name of its own. */
type HtmlHeading = { name: string; words: string };

/** The words of the headings in a piece of HTML that need a name, in the order in which `RawHtml` begins them. */
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
