import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { posix } from 'node:path';
import { withoutFrontMatter } from '../../unit/markdown/rendered.js';

/** What stands in a file. `anchors`: what a fragment names on GitHub. */
export type Written = { links: string[]; images: string[]; anchors: ReadonlySet<string> };

/** Paths. `files`: all that are there. */
export type Repository = { documents: ReadonlySet<string>; files: ReadonlySet<string> };

/** Where a target leads. `fragment`: empty: none. */
export type Place = { path: string; fragment: string };

const parser = new MarkdownIt({ html: true }).use(footnotes as unknown as (parser: MarkdownIt) => void);
const OF_FOOTNOTES = /^#fn(?:ref)?\d/;
const LOCAL = /^(?![a-z][a-z0-9+.-]*:|\/\/)./i;

/** By another parser than Quire's, as GitHub reads it. */
export function writtenIn(markdown: string): Written {
  const [links, images]: string[][] = [[], []];
  const slugs = new Slugs();
  let heading: string | undefined;
  const reader = new Parser({
    onopentag: (name, { href = '', src = '', id, name: anchor }) => {
      if (/^h[1-6]$/.test(name)) heading = '';
      if (name === 'a' && LOCAL.test(href) && !OF_FOOTNOTES.test(href)) links?.push(href);
      if (name === 'img' && LOCAL.test(src)) images?.push(src);
      for (const each of [id, name === 'a' ? anchor : undefined]) if (each) slugs.anchors.add(each);
    },
    ontext: (text) => (heading === undefined ? undefined : (heading += text)),
    onclosetag: (name) => {
      if (heading === undefined || !/^h[1-6]$/.test(name)) return;
      slugs.add(heading);
      heading = undefined;
    },
  });
  reader.end(parser.render(withoutFrontMatter(markdown)));
  return { links: links ?? [], images: images ?? [], anchors: slugs.anchors };
}

class Slugs {
  readonly anchors = new Set<string>();
  readonly #times = new Map<string, number>();

  add(heading: string): void {
    const words = heading.trim().toLowerCase();
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
    const times = this.#times.get(slug) ?? 0;
    this.#times.set(slug, times + 1);
    this.anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
}

/** What GitHub shows for the target in the file at `path`; undefined: nothing that was pushed. */
export function placeOf(target: string, path: string, { documents, files }: Repository): Place | undefined {
  const address = new URL(target, `http://repository/${encodeURIComponent(path).replaceAll('%2F', '/')}`);
  const [to, fragment] = [decoded(address.pathname).slice(1), decoded(address.hash.slice(1))];
  if (files.has(to) || documents.has(to)) return { path: to, fragment };
  const inFolder = ['README.md', 'readme.md'].map((name) => posix.join(to, name));
  const shown = inFolder.find((each) => documents.has(each));
  return shown === undefined ? undefined : { path: shown, fragment };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
