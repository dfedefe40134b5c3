import { diffArrays } from 'diff';

/** Edits of lines that are looked for. A text with more has new ends for all lines between its first and last edit. */
const MOST_EDITS = 1_000;

/** Browsers edit text whose lines end in `\n`. */
export function withoutLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** A text whose lines end in `\n`, with the ends that the lines of the original have. New lines end as others there. */
export function withLineEnds(text: string, original: string): string {
  const parts = original.split(/(\r\n|\r|\n)/);
  const ends = parts.filter((_, at) => at % 2 === 1);
  const [first = '\n'] = ends;
  if (new Set(ends).size <= 1) return text.replaceAll('\n', first);
  const lines = text.split('\n');
  const before = parts.filter((_, at) => at % 2 === 0);
  return endedAs({ before, ends }, lines, first);
}

type Original = { before: string[]; ends: string[] };

function endedAs({ before, ends }: Original, lines: string[], first: string): string {
  const changes = diffArrays(before, lines, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, count: before.length },
    { removed: false, added: true, count: lines.length },
  ];
  let [at, line, end] = [0, 0, first];
  let spare: string[] = [];
  const written: string[] = [];
  for (const { added, removed, count } of changes) {
    const own = added ? spare : ends.slice(at, at + count);
    spare = removed ? own : [];
    if (!added) at += count;
    if (removed) continue;
    for (let n = 0; n < count; n += 1) written.push(lines[line++] ?? '', (end = own[n] ?? end));
  }
  return written.slice(0, -1).join('');
}
