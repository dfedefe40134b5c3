import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { linearLabels } from '../../platform/markdown/linear-labels.js';
import { shallowImages } from '../../platform/markdown/shallow-images.js';
import { unpaddedTables } from '../../platform/markdown/unpadded-tables.js';

const ALIGNMENT = /^text-align:(left|center|right)$/;

/** The elements that the viewer gives a frame of their own, by token. */
const FRAMES: Readonly<Record<string, string>> = {
  paragraph: '<div dir="auto">',
  bullet_list: '<div dir="auto">',
  ordered_list: '<div dir="auto">',
  table: '<div class="scroll" dir="auto" tabindex="0">',
};

/** A text is somebody else's, and one that is made to be dear must not stop the tab. */
const parser = new MarkdownIt({ html: false, linkify: false }).use(linearLabels).use(shallowImages).use(unpaddedTables);
parser.core.ruler.push('as_viewed', asViewed);
for (const [name, open] of Object.entries(FRAMES)) {
  parser.renderer.rules[`${name}_open`] = framed((tag) => open + tag);
  parser.renderer.rules[`${name}_close`] = framed((tag) => `${tag}</div>`);
}

/** HTML with the elements that the viewer makes, so that the viewer's style suits it. */
export function previewMarkdown(text: string): string {
  return parser.render(text);
}

export const { escapeHtml } = parser.utils;

type Rule = Exclude<(typeof parser.renderer.rules)[string], undefined>;

/** A part of a list or quote has no frame. */
function framed(frame: (tag: string) => string): Rule {
  return (...[tokens, at, options, , renderer]: Parameters<Rule>) => {
    const tag = renderer.renderToken(tokens, at, options);
    return tokens[at]?.level === 0 ? frame(tag) : tag;
  };
}

function asViewed({ tokens }: StateCore): void {
  const isHeading = ({ type }: Token) => type === 'heading_open' || type === 'heading_close';
  const levels = tokens.filter((token) => isHeading(token) && token.level === 0).map(levelOf);
  const shallowest = levels.reduce((least, level) => Math.min(least, level), 6);
  for (const token of tokens) {
    if (isHeading(token)) token.tag = `h${Math.min(6, levelOf(token) + (token.level === 0 ? 2 - shallowest : 1))}`;
    else if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
    else if (token.type === 'blockquote_open' && token.level === 0) token.attrSet('dir', 'auto');
  }
}

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1));
}

/** The parser aligns by inline style, which the policy forbids. */
function alignByClass(token: Token): void {
  const align = ALIGNMENT.exec(token.attrGet('style') ?? '')?.[1];
  token.attrs = align === undefined ? null : [['class', `align-${align}`]];
}
