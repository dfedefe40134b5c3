import type { Token } from 'markdown-it';
import { withoutComments } from '../domain/content/html-comments.js';
import { parseBlocks, parseInline, unescaped } from './parser.js';
import { TooManyStepsError, withinSteps } from './steps.js';

/** Where a link or an image of a text leads. `line`: of the text, from 0. */
export type Target = { target: string; line: number; isImage: boolean };

/** A text of more steps has no links on its page either: it is plain paragraphs there. */
const MOST_STEPS = 500_000;
const INLINE_TARGETS = /\]\(|<(?:a|img|source)\s/i;
const MAY_HAVE_TARGETS = /\][(:]|<(?:a|img|source)\s/i;

/** Quotes may hold what ends a tag. The bound keeps the work linear. */
const TAG = /<(a|img|source)\s(?:[^<>"']|"[^"]*"|'[^']*'){0,4000}>/gi;
const ATTRIBUTE = /\s(href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const ATTRIBUTES: Readonly<Record<string, string>> = { a: 'href', img: 'src', source: 'srcset' };

/** The targets of a normalised text without front matter, as they are written or escaped, in its order. */
export function targetsOf(body: string): Target[] {
  if (!MAY_HAVE_TARGETS.test(body)) return [];
  try {
    return withinSteps(MOST_STEPS, () => targetsOfBlocks(body));
  } catch (error) {
    if (error instanceof TooManyStepsError) return [];
    throw error;
  }
}

function targetsOfBlocks(body: string): Target[] {
  const { tokens, environment } = parseBlocks(body);
  // Without definitions, brackets alone are text.
  const mayHaveTargets = environment.references === undefined ? INLINE_TARGETS : /[[<]/;
  let row = 0;
  return tokens.flatMap(({ type, content, map }) => {
    // The cells of a table have no lines of their own.
    if (type === 'tr_open') row = map?.[0] ?? row;
    if (type === 'html_block') return targetsOfHtml(content, map?.[0] ?? 0);
    if (type !== 'inline' || !mayHaveTargets.test(content)) return [];
    environment.notes = [];
    return targetsOfInline(parseInline(content, environment), map?.[0] ?? row);
  });
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
