import { TITLE_BEGIN, TITLE_END } from '../../../domain/words/indexed-words.js';
import { wholePhrase, type Phrase, type WordQuery } from '../../../domain/words/word-query.js';

/** Expressions of FTS5. `ranks`: what has that rank and no lower one; undefined: nothing has. */
export type WordMatch = { all: string; ranks: readonly (string | undefined)[]; words: readonly string[] };

/** `mark`: of the owner. `words`: of each required word, what has it. */
export function wordMatch(query: WordQuery, mark: string): WordMatch {
  const { required, excluded } = query;
  const phraseOf = ({ words, isPrefix }: Phrase) =>
    `"${words.map((word) => mark + word).join(' ')}"${isPrefix ? ' *' : ''}`;
  const inBody = (phrase: Phrase) => `body : ${phraseOf(phrase)}`;
  const allIn = (column: string) => required.map((phrase) => `${column} : ${phraseOf(phrase)}`).join(' AND ');
  const whole = wholePhrase(query);
  const begun = { ...whole, words: [TITLE_BEGIN, ...whole.words] };
  const equal = { words: [...begun.words, TITLE_END], isPrefix: false };
  const inTitle = [equal, begun, whole].map((phrase) => `title : ${phraseOf(phrase)}`);
  const [titleAll, bodyAll] = [allIn('title'), allIn('body')];
  const isOne = required.length === 1;
  const never = excluded.map(inBody);
  const butNot = (expression: string, others: readonly string[]) => {
    const left = [...others, ...never].map((each) => `(${each})`).join(' OR ');
    return left === '' ? expression : `(${expression}) NOT (${left})`;
  };
  const [equals, begins, has] = inTitle as [string, string, string];
  return {
    all: butNot(bodyAll, []),
    ranks: [
      butNot(equals, []),
      butNot(begins, [equals]),
      butNot(has, [begins]),
      isOne ? undefined : butNot(titleAll, [has]),
      butNot(inBody(whole), [titleAll]),
      isOne ? undefined : butNot(bodyAll, [titleAll, inBody(whole)]),
    ],
    words: required.flatMap(({ words, isPrefix }) =>
      words.map((word, at) => inBody({ words: [word], isPrefix: isPrefix && at === words.length - 1 })),
    ),
  };
}
