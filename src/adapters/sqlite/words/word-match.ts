import { hash } from 'node:crypto';
import { TITLE_BEGIN, TITLE_END } from '../../../domain/words/indexed-words.js';
import { wholePhrase, type Phrase } from '../../../domain/words/word-query.js';
import type { WordConditions } from '../../../ports/document-index.js';

/** Characters before each word of an owner: an owner has words of its own, and a prefix has a fixed length. */
export const OWNER_WIDTH = 6;

/** More folders are in no expression: each match is compared with all of them. */
export const MOST_MARKS = 500;

/** What stands before each word of an owner. */
export function ownerMark(n: number): string {
  return n.toString(36).padStart(OWNER_WIDTH, '0');
}

/** A title in the words of an owner, with one word of its mark and its first word. */
export function openingOf(title: string, mark: string): string {
  return title.replace(` ${mark}`, '');
}

/** What is found by whole: tags and the folder. */
export function marksOf({ tags, folderId }: { tags: readonly string[]; folderId: string }, mark: string): string {
  return [...tags.map((tag) => mark + tagMark(tag)), mark + folderMark(folderId)].join(' ');
}

/** A tag may have any character, and an identifier has capitals, which the index does not tell apart. */
function tagMark(tag: string): string {
  return `t${hash('sha256', tag).slice(0, 32)}`;
}

function folderMark(folderId: string): string {
  return `f${hash('sha256', folderId).slice(0, 32)}`;
}

/** Expressions of FTS5. `ranks`: what has that rank and no lower one; undefined: nothing has. */
export type WordMatch = { all: string; ranks: readonly (string | undefined)[] };

/** `n`: the number of the owner. */
export function wordMatch(
  { words: query, tag, moreTags = [], folderId, folderIds }: WordConditions,
  n: number,
): WordMatch {
  const { required, excluded } = query;
  const mark = ownerMark(n);
  const phraseOf = ({ words, isPrefix }: Phrase) =>
    `"${words.map((word) => mark + word).join(' ')}"${isPrefix ? ' *' : ''}`;
  const inBody = (phrase: Phrase) => `body : ${phraseOf(phrase)}`;
  const allIn = (column: string) => unique(required.map((phrase) => `${column} : ${phraseOf(phrase)}`)).join(' AND ');
  const whole = wholePhrase(query);
  const [first = '', ...others] = whole.words;
  const begun = { ...whole, words: [TITLE_BEGIN + first, ...others] };
  const equal = { words: [...begun.words, TITLE_END], isPrefix: false };
  const [equals, begins] = [equal, begun].map((phrase) => `opening : ${phraseOf(phrase)}`) as [string, string];
  const has = `title : ${phraseOf(whole)}`;
  const [titleAll, bodyAll] = [allIn('title'), allIn('body')];
  const isOne = required.length === 1;
  const never = excluded.map(inBody);
  const tags = tag === undefined ? [] : [tag, ...moreTags];
  const folders = folderId === undefined ? [...(folderIds ?? [])] : [folderId];
  const isMarked = folders.length <= MOST_MARKS && (folderId !== undefined || folderIds !== undefined);
  const marked = [...tags.map((each) => [tagMark(each)]), ...(isMarked ? [folders.map(folderMark)] : [])].map(
    (marks) => `(${marks.map((each) => `marks : "${mark}${each}"`).join(' OR ')})`,
  );
  const meant = (expression: string, lower: readonly string[] = []) => {
    const left = [...lower, ...never].map((each) => `(${each})`).join(' OR ');
    const found = [`(${expression})`, ...marked].join(' AND ');
    return left === '' ? found : `(${found}) NOT (${left})`;
  };
  return {
    all: meant(bodyAll),
    ranks: [
      meant(equals),
      meant(begins, [equals]),
      meant(has, [begins]),
      isOne ? undefined : meant(titleAll, [has]),
      meant(inBody(whole), [titleAll]),
      isOne ? undefined : meant(bodyAll, [titleAll, inBody(whole)]),
    ],
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
