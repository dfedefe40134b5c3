import { COMPONENT, HEADING } from './raw-html.js';
import { DROPPED_WITH_TEXT, identifierOf } from './safe-element.js';
import { readTags } from './tag-parser.js';

/** `words`: its text. Empty: it has none, or a name of its own. */
type HtmlHeading = { name: string; words: string };

/** The words of the headings in a piece of HTML that need a name, in the order in which `RawHtml` begins them. */
export function htmlHeadings(html: string, isJsx = false): string[] {
  const found: HtmlHeading[] = [];
  let open: HtmlHeading | undefined;
  let dropped = '';
  readTags(isJsx ? html.replace(COMPONENT, '&lt;') : html, {
    open: (name, attributes) => {
      if (dropped !== '') return;
      if (DROPPED_WITH_TEXT.has(name)) dropped = name;
      if (!HEADING.test(name)) return;
      const heading = { name, words: '' };
      found.push(heading);
      open = identifierOf(name, attributes) === undefined ? heading : undefined;
    },
    close: (name) => {
      if (dropped === name) dropped = '';
      else if (dropped === '' && open?.name === name) open = undefined;
    },
    text: (text) => {
      if (dropped === '' && open) open.words += text;
    },
  });
  return found.map(({ words }) => words.replace(/\s+/g, ' ').trim());
}
