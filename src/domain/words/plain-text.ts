import { Parser } from 'htmlparser2';
import { withoutComments } from '../content/html-comments.js';
import type { ContentType, NewBlock } from '../document.js';

/** Elements of HTML that stand within words: `<b>in</b>side` is one. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Their text is on no page. */
const HIDDEN: ReadonlySet<string> = new Set(
  'script style textarea select title template noscript iframe object svg math xmp plaintext noembed noframes'.split(
    ' ',
  ),
);

const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:[^\n]*$/gm;
const LINE_MARK = /^[ \t]{0,20}(?:>[ \t]{0,4}|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]){1,9}/gm;
const RULE_OF_TABLE = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?)?[ \t]*$/gm;
const FOOTNOTE = /\[\^[^\s[\]]{1,255}\]/g;
const LINK = /!?\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g;
const MARK = /(?<!\\)(?:[*`|]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}]))/gu;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/**
 * What people read of a block, in one line: HTML without its tags, Markdown without its marks and the addresses of its
 * links. Code is as it is written. In time that grows with the text.
 */
export function plainText(contentType: ContentType, { type, content, metadata }: NewBlock): string {
  if (type === 'divider') return '';
  const isRaw = type === 'code' && metadata?.['raw'] === true;
  const isPlain = contentType === 'text' || (type === 'code' && !isRaw);
  const text = isPlain ? content : contentType === 'html' || isRaw ? textOfHtml(content) : textOfMarkdown(content);
  return text.replace(/\s+/g, ' ').trim();
}

function textOfMarkdown(content: string): string {
  const shown = content.includes('<') ? withoutComments(content, ' ').replace(TAG, '') : content;
  const text = shown
    .replace(DEFINITION, '')
    .replace(RULE_OF_TABLE, '')
    .replace(LINE_MARK, '')
    .replace(FOOTNOTE, '')
    .replace(LINK, '$1')
    .replace(MARK, (mark) => (mark.startsWith('|') ? ' ' : ''));
  const written = text.includes('&') ? textOfHtml(text.replaceAll('<', '&lt;')) : text;
  return written.replace(ESCAPE, '');
}

function textOfHtml(html: string): string {
  const texts: string[] = [];
  let hidden = '';
  const pass = (name: string) => {
    if (hidden === '' && !INLINE.has(name)) texts.push(' ');
  };
  const parser = new Parser({
    onopentagname: (name) => {
      pass(name);
      if (hidden === '' && HIDDEN.has(name)) hidden = name;
    },
    onclosetag: (name) => {
      if (name === hidden) hidden = '';
      pass(name);
    },
    ontext: (text) => {
      if (hidden === '') texts.push(text);
    },
  });
  parser.end(html);
  return texts.join('');
}
