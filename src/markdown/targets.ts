import type { Token } from 'markdown-it';
import { Anchors, withoutOwnName } from '../domain/content/anchors.js';
import { withoutComments } from '../domain/content/html-comments.js';
import { htmlHeadings } from '../domain/content/html-headings.js';
import { isLocal } from '../domain/content/link-target.js';
import { headingWords } from './heading-words.js';
import { htmlHeading } from './html.js';
import { parseBlocks, parseInline, unescaped, type Parsed } from './parser.js';
import { TooManyStepsError, withinSteps } from './steps.js';

/** Where a link or an image of a text leads, if it names no scheme and no host. */
export type Target = { target: string; line: number; isImage: boolean };

/** A text of more steps has no links on its page either: it is plain paragraphs there. */
const MOST_STEPS = 500_000;
/** An address of the web that is written in the link itself is looked at no closer. */
const INLINE_TARGETS = /\]\((?!https?:)|<(?:a|img|source)\s/i;

/** Quotes may hold what ends a tag. The bound keeps the work linear. */
const TAG = /<(a|img|source)\s(?:[^<>"']|"[^"]*"|'[^']*'){0,4000}>/gi;
const ATTRIBUTE = /\s(href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const NAME = /\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const HTML_HEADING = /<h[1-6]\b/i;
const ATTRIBUTES: Readonly<Record<string, string>> = { a: 'href', img: 'src', source: 'srcset' };

/** `targets`: as they are written, or escaped, in their order. `anchors`: what a fragment may name. */
export type TextLinks = { targets: readonly Target[]; anchors: ReadonlySet<string> };

/** Of a normalised text without front matter. `firstLine`: its number. */
export function linksOf(body: string, firstLine: number): TextLinks {
  try {
    return withinSteps(MOST_STEPS, () => linksOfBlocks(parseBlocks(body), firstLine));
  } catch (error) {
    if (error instanceof TooManyStepsError) return { targets: [], anchors: new Set() };
    throw error;
  }
}

/** Of the text of an HTML file. */
export function targetsOfFile(html: string, firstLine: number): Target[] {
  return targetsOfHtml(html, firstLine).filter(({ target }) => isLocal(target));
}

function linksOfBlocks({ tokens, environment }: Parsed, firstLine: number): TextLinks {
  // Without definitions, brackets alone are text.
  const isDefined = Object.values(environment.references ?? {}).some(({ href }) => isLocal(href));
  const mayHaveTargets = isDefined ? /[[<]/ : INLINE_TARGETS;
  const names = new Anchors();
  const anchors = new Set<string>();
  let row = firstLine;
  const targets = tokens.flatMap(({ type, content, map }, at) => {
    // The cells of a table have no lines of their own.
    const line = map ? map[0] + firstLine : row;
    if (type === 'tr_open') row = line;
    const isHeading = tokens[at - 1]?.type === 'heading_open';
    if (isHeading) anchors.add(anchorOf(content, names));
    if (type === 'html_block') for (const name of anchorsOfHtml(content, names)) anchors.add(name);
    const isCode = type === 'fence' || type === 'code_block';
    if (!isCode && content.includes('<')) for (const name of namesInHtml(content)) anchors.add(name);
    if (type === 'html_block') return targetsOfHtml(content, line);
    if (type !== 'inline' || !mayHaveTargets.test(content)) return [];
    environment.notes = [];
    return targetsOfInline(parseInline(content, environment), line);
  });
  return { targets: targets.filter(({ target }) => isLocal(target)), anchors };
}

function anchorOf(heading: string, names: Anchors): string {
  const { content, own } = withoutOwnName(heading);
  return names.next(headingWords(content), own);
}

/** Of the headings without names of their own. */
function anchorsOfHtml(html: string, names: Anchors): string[] {
  const heading = htmlHeading(html);
  if (heading) return [anchorOf(heading.content, names)];
  const words = HTML_HEADING.test(html) ? htmlHeadings(html) : [];
  return words.filter((each) => each !== '').map((each) => names.next(each));
}

/** Also of code within a line: nobody is told of a link that works. */
export function namesInHtml(html: string): string[] {
  return [...html.matchAll(NAME)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
}

function targetsOfInline(tokens: readonly Token[], firstLine: number): Target[] {
  let line = firstLine;
  return tokens.flatMap((token): Target[] => {
    const { type, content } = token;
    if (type === 'softbreak' || type === 'hardbreak') line += 1;
    if (type === 'link_open') return [{ target: token.attrGet('href') ?? '', line, isImage: false }];
    if (type === 'image') return [{ target: token.attrGet('src') ?? '', line, isImage: true }];
    if (type !== 'html_inline') return [];
    const found = targetsOfHtml(content, line);
    line += content.split('\n').length - 1;
    return found;
  });
}

function targetsOfHtml(html: string, firstLine: number): Target[] {
  const shown = withoutComments(html);
  let [line, at] = [firstLine, 0];
  return [...shown.matchAll(TAG)].flatMap(({ 0: tag, 1: name = '', index }): Target[] => {
    line += shown.slice(at, index).split('\n').length - 1;
    at = index;
    const wanted = ATTRIBUTES[name.toLowerCase()];
    const found = [...tag.matchAll(ATTRIBUTE)].find(([, attribute]) => attribute?.toLowerCase() === wanted);
    if (!found) return [];
    const value = unescaped((found[2] ?? found[3] ?? found[4] ?? '').replaceAll('\\', '\\\\')).trim();
    // The first of several candidates, which have their widths beside them.
    const target = wanted === 'srcset' ? (/^[^\s,]*/.exec(value)?.[0] ?? '') : value;
    return [{ target, line, isImage: wanted !== 'href' }];
  });
}
