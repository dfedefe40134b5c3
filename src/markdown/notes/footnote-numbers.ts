import type { InlineNote } from '../environment.js';
import type { Parsed } from '../parser.js';

/** The text around the definitions. */
const TEXT = -1;

function usesByDefinition({ lines, environment }: Parsed, notes: readonly InlineNote[]): Map<number, string[]> {
  const { starts } = lines;
  const places = environment.definitions.map(({ start, end }) => ({
    start: starts[start] ?? Infinity,
    end: starts[end] ?? Infinity,
  }));
  const uses = new Map<number, string[]>();
  let at = 0;
  for (const note of notes) {
    if (note.kind !== 'footnote') continue;
    while (note.start >= (places[at]?.end ?? Infinity)) at += 1;
    const user = note.start >= (places[at]?.start ?? Infinity) ? at : TEXT;
    const labels = uses.get(user) ?? [];
    labels.push(note.label);
    uses.set(user, labels);
  }
  return uses;
}

/**
 * The indexes of the definitions, in the order of their numbers. Numbers follow the first uses: those in the text, then
 * those in the definitions that have numbers. Definitions without any use come last. A file with its definitions in
 * this order gets the same numbers again.
 */
export function numberedDefinitionsOf(parsed: Parsed, notes: readonly InlineNote[]): number[] {
  const { definitions } = parsed.environment;
  const uses = usesByDefinition(parsed, notes);
  const indexes = new Map([...definitions.entries()].reverse().map(([at, { label }]) => [label, at]));
  const order: number[] = [];
  const isNumbered = new Set<number>();
  const number = (at: number | undefined): void => {
    if (at === undefined || isNumbered.has(at)) return;
    isNumbered.add(at);
    order.push(at);
  };
  const follow = (user: number): void => uses.get(user)?.forEach((label) => number(indexes.get(label)));
  let followed = 0;
  follow(TEXT);
  for (let root = 0; followed < definitions.length; root += 1) {
    for (let user = order[followed]; user !== undefined; user = order[followed]) {
      follow(user);
      followed += 1;
    }
    if (root < definitions.length) number(root);
  }
  return order;
}
