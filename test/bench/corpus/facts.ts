import type { LivingHead } from '../../../src/domain/head.js';
import { ownerName } from './corpus.js';

/** Owners of whom something is remembered; the first has a third of everything. */
export const KNOWN_OWNERS = 200;
const TITLES_OF_LARGE = 20_000;
const DOCUMENTS_OF_OTHERS = 200;

/** How many documents there are behind each combination, so that no page is asked for that would be empty. */
type Counts = Map<string, number>;

export type KnownDocument = { id: string; title: string; tags: readonly string[] };

/** What queries are made from: learnt while a corpus is loaded, as it is too large to be looked through again. */
export class CorpusFacts {
  readonly byLetter: Counts = new Map();
  readonly byThreeLetters: Counts = new Map();
  readonly byTag: Counts = new Map();
  readonly byLetterAndTag: Counts = new Map();
  readonly byLetterAndFolder: Counts = new Map();
  /** Of the large owner. */
  readonly titles: string[] = [];
  readonly documents = new Map<string, KnownDocument[]>(
    Array.from({ length: KNOWN_OWNERS }, (_, owner) => [ownerName(owner), []]),
  );

  note(head: LivingHead): void {
    const { id, owner, title, tags } = head;
    const known = this.documents.get(owner);
    if (known && known.length < DOCUMENTS_OF_OTHERS) known.push({ id, title, tags });
    if (owner === ownerName(0)) this.#noteOfLarge(head);
  }

  #noteOfLarge({ foldedTitle, title, tags, folderId }: LivingHead): void {
    const letters = [...foldedTitle.slice(0, 6)];
    const letter = letters[0] as string;
    if (this.titles.length < TITLES_OF_LARGE) this.titles.push(title);
    count(this.byLetter, letter);
    count(this.byThreeLetters, letters.slice(0, 3).join(''));
    count(this.byLetterAndFolder, pair(letter, folderId));
    for (const tag of tags) {
      count(this.byTag, tag);
      count(this.byLetterAndTag, pair(letter, tag));
    }
  }
}

export function pair(letter: string, other: string): string {
  return `${letter} ${other}`;
}

function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
