import { headerOf, rowOf, type Column } from '../../src/cli/process/print-list.js';
import { visibleText } from '../../src/platform/visible-text.js';
import type { Named } from './compare.js';
import type { Proof } from './prove.js';

/** Of each list; `--json` has them whole. */
const SHOWN = 10;

const count = (name: string, numberOf: (proof: Proof) => number, width = 9): Column<Proof> => ({
  name,
  width: Math.max(width, name.length),
  isNumber: true,
  text: (proof) => String(numberOf(proof)),
});

const COLUMNS: readonly Column<Proof>[] = [
  { name: 'source', width: 18, text: ({ name }) => name },
  { name: 'dialect', width: 18, text: ({ dialect }) => dialect },
  count('files', ({ files }) => files, 6),
  count('same', ({ same }) => same, 6),
  count('differ', ({ differing }) => differing.length, 6),
  count('missing', ({ missing }) => missing.length, 7),
  count('refused', ({ refused }) => refused.length, 7),
  count('skipped', ({ skipped }) => skipped.length, 7),
  count('unnamed', ({ unnamed }) => unnamed.length, 7),
  count('changed again', ({ again }) => again.length),
  count('changed from copy', ({ fromCopy }) => fromCopy.length),
];

/** A table by source, and what people need to look into it. */
export function reportLines(proofs: readonly Proof[]): string[] {
  const rows = proofs.map((proof) => rowOf(COLUMNS, proof));
  return [headerOf(COLUMNS), ...rows, ...proofs.flatMap(detailLines), ...kindLines(proofs)];
}

function detailLines({ name, differing, missing, extra, refused, skipped, unnamed, again, fromCopy }: Proof): string[] {
  const first = differing[0];
  const lines = [
    ...(first ? [`differs, as ${first.path}:${first.line}: ${first.kind}: ${quoted(first)}`] : []),
    ...listLines('missing', missing.map(namedText)),
    ...listLines('there after the pull alone', extra),
    ...listLines('refused', refused.map(namedText)),
    ...listLines('skipped', skipped.map(namedText)),
    ...listLines('neither pushed nor named', unnamed, 1),
    ...listLines('changed by a second push', again, 1),
    ...listLines('changed by a push from the copy', fromCopy, 1),
  ];
  return lines.length === 0 ? [] : ['', name, ...lines.map((line) => visibleText(`  ${line}`))];
}

function listLines(what: string, items: readonly string[], most = SHOWN): string[] {
  const lines = items.slice(0, most).map((item) => `${what}: ${item}`);
  return items.length > most ? [...lines, `${what}: ${items.length - most} more`] : lines;
}

function namedText({ path, reason }: Named): string {
  return `${path}: ${reason}`;
}

function quoted({ before, after }: { before: string; after: string }): string {
  return `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
}

export type KindCount = { kind: string; files: number; example: string };

/** The most frequent first. */
export function kindsOf(proofs: readonly Proof[]): KindCount[] {
  const differing = proofs.flatMap((proof) =>
    proof.differing.map((difference) => ({ ...difference, source: proof.name })),
  );
  const kinds = [...Map.groupBy(differing, ({ kind }) => kind)].map(([kind, files]) => {
    // Real files first: those made by hand are known.
    const shown = files.find(({ source }) => source !== 'awkward') ?? files[0];
    return { kind, files: files.length, example: `${shown?.source}/${shown?.path}:${shown?.line}` };
  });
  return kinds.sort((a, b) => b.files - a.files);
}

function kindLines(proofs: readonly Proof[]): string[] {
  const kinds = kindsOf(proofs).slice(0, SHOWN);
  if (kinds.length === 0) return [];
  const lines = kinds.map(({ kind, files, example }) => `${String(files).padStart(6)}  ${kind.padEnd(30)}  ${example}`);
  return ['', 'First differences of files, by kind:', ...lines.map(visibleText)];
}
