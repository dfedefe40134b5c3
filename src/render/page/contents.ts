import { escapeHtml } from '../safety/escape.js';
import { partAddress } from '../safety/page-links.js';
import type { ViewedDocument } from '../viewed-document.js';

/** A heading as the table of contents names it. `part`: where it is, from 1. */
export type ContentsEntry = { words: string; anchor: string; tag: 'h2' | 'h3'; part: number };

const FEWEST_HEADINGS = 4;
const FEWEST_CHARACTERS = 4_000;
const MOST_ENTRIES = 200;
export const LONGEST_ENTRY = 100;
/** Of the whole table. */
export const CONTENTS_CHARACTERS = 40_000;

/** Whether the document is long enough for a table of contents. */
export function hasContents({ blocks }: Pick<ViewedDocument, 'blocks'>): boolean {
  let [headings, characters] = [0, 0];
  for (const { type, content } of blocks) {
    if (type === 'heading') headings += 1;
    characters += content.length;
    if (headings >= FEWEST_HEADINGS && characters >= FEWEST_CHARACTERS) return true;
  }
  return false;
}

/** Those of the deeper level are left out first. */
export function contentsOf(all: readonly ContentsEntry[]): ContentsEntry[] {
  const shown = all.length > MOST_ENTRIES ? all.filter(({ tag }) => tag === 'h2') : all;
  return shown.slice(0, MOST_ENTRIES);
}

/** The table of contents as safe HTML, of at most `CONTENTS_CHARACTERS`; empty if there is nothing to show. */
export function contentsHtml(entries: readonly ContentsEntry[], { id, url }: ViewedDocument, part: number): string {
  const items: string[] = [];
  let room = CONTENTS_CHARACTERS - frame('').length;
  for (const entry of entries) {
    // A page for a key has no links to other parts.
    if (entry.part !== part && url === null) continue;
    const page = entry.part === part ? '' : partAddress(id, entry.part);
    const item = `<li class="${entry.tag}"><a href="${page}#${entry.anchor}" dir="auto">${escapeHtml(entry.words)}</a></li>`;
    room -= item.length;
    if (room < 0) break;
    items.push(item);
  }
  return items.length === 0 ? '' : frame(items.join(''));
}

function frame(items: string): string {
  const summary = '<summary lang="en">Contents</summary>';
  return `<nav class="contents" aria-label="Contents"><details>${summary}<ol>${items}</ol></details></nav>\n`;
}
