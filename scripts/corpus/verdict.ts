import { AWKWARD, type Expected } from './awkward.js';
import type { Proof } from './prove.js';

const LEAST_FILES = 5_000;
const LEAST_DIALECTS = 8;
/** A dialect of fewer files is none. */
const LEAST_OF_DIALECT = 5;
/** Of all files: so many are too many. */
const TOO_MANY_REFUSED = 0.005;

/** The rules that are broken, a line each. `isWhole`: the corpus is judged, too. */
export function faultsOf(proofs: readonly Proof[], isWhole: boolean): string[] {
  const faults = proofs.flatMap(faultsOfSource);
  const others = proofs.filter(({ name }) => name !== 'awkward');
  const files = sum(others.map((proof) => proof.files));
  const refused = sum(others.map((proof) => proof.refused.length));
  if (refused > 0 && refused >= TOO_MANY_REFUSED * files) {
    faults.push(`${refused} of ${files} files were refused: under 0.5 % may be`);
  }
  if (!isWhole) return faults;
  const dialects = new Set(others.filter((proof) => proof.files >= LEAST_OF_DIALECT).map(({ dialect }) => dialect));
  if (files < LEAST_FILES) faults.push(`the corpus has ${files} files: ${LEAST_FILES} are needed`);
  if (dialects.size < LEAST_DIALECTS) {
    faults.push(`the corpus has ${dialects.size} dialects: ${LEAST_DIALECTS} are needed`);
  }
  return faults;
}

function faultsOfSource(proof: Proof): string[] {
  const { name, differing, missing, extra, unnamed, again, fromCopy } = proof;
  const counts: Readonly<Record<string, number>> = {
    'differ after the pull': differing.length,
    'are not there after the pull': missing.length,
    'are there after the pull alone': extra.length,
    'were neither pushed nor named': unnamed.length,
    'are not unchanged in a second push': again.length,
    'are not unchanged in a push from the copy': fromCopy.length,
  };
  const broken = Object.entries(counts).filter(([, count]) => count > 0);
  const faults = broken.map(([rule, count]) => `${name}: ${count} files ${rule}`);
  return name === 'awkward' ? [...faults, ...unexpected(proof)] : faults;
}

function unexpected({ name, refused, skipped, unnamed }: Proof): string[] {
  const fates = new Map<string, Expected | 'unnamed'>([
    ...refused.map(({ path }) => [path, 'refused'] as const),
    ...skipped.map(({ path }) => [path, 'skipped'] as const),
    ...unnamed.map((path) => [path, 'unnamed'] as const),
  ]);
  const isFault = ([path, { expected }]: (typeof entries)[number]) => {
    const fate = fates.get(path) ?? 'kept';
    return fate !== 'unnamed' && fate !== expected && !(expected === 'either' && fate !== 'skipped');
  };
  const entries = Object.entries(AWKWARD);
  return entries
    .filter(isFault)
    .map(([path, { expected }]) => `${name}: ${path} is ${fates.get(path) ?? 'kept'}, not ${expected}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
