/** Each factor's name and how many levels it has. */
export type Factors = Readonly<Record<string, number>>;
/** A level for each factor, by its index; while a row is made some have none yet. */
export type Row = Readonly<Record<string, number>>;

type Pair = { a: string; levelA: number; b: string; levelB: number };

/**
 * Rows in which any two levels of any two factors meet at least once. Greedy: each row begins with a pair that has not
 * met, and takes for each other factor the level that meets the most. `isLegal` checks unfinished rows too; two levels
 * that are not legal together in any row are left out.
 */
export function allPairs(factors: Factors, isLegal: (row: Row) => boolean = () => true): Row[] {
  const names = Object.keys(factors);
  const pairs = pairsOf(factors).filter((pair) => isLegal(rowOf(pair)));
  const rows: Row[] = [];
  for (let left = pairs; left.length > 0;) {
    const [first, ...others] = left as [Pair, ...Pair[]];
    const row = complete(rowOf(first), names, (name, soFar) => bestLevel(name, soFar, { factors, left, isLegal }));
    if (row) rows.push(row);
    left = row ? left.filter((pair) => !meets(row, pair)) : others;
  }
  return rows;
}

/** The row with the first legal level for each factor that it does not have; undefined: there is none. */
export function completed(start: Row, factors: Factors, isLegal: (row: Row) => boolean): Row | undefined {
  return complete(start, Object.keys(factors), (name, row) =>
    levels(factors[name]).find((level) => isLegal({ ...row, [name]: level })),
  );
}

function pairsOf(factors: Factors): Pair[] {
  const names = Object.keys(factors);
  // One factor alone meets itself, so that each of its levels has a row.
  const couples =
    names.length === 1
      ? names.map((name) => [name, name] as const)
      : names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  return couples.flatMap(([a, b]) =>
    levels(factors[a]).flatMap((levelA) =>
      levels(factors[b])
        .filter((levelB) => a !== b || levelA === levelB)
        .map((levelB) => ({ a, levelA, b, levelB })),
    ),
  );
}

function complete(
  start: Row,
  names: readonly string[],
  levelOf: (name: string, row: Row) => number | undefined,
): Row | undefined {
  let row = start;
  for (const name of names) {
    if (name in row) continue;
    const level = levelOf(name, row);
    if (level === undefined) return undefined;
    row = { ...row, [name]: level };
  }
  return row;
}

type Choice = { factors: Factors; left: readonly Pair[]; isLegal: (row: Row) => boolean };

function bestLevel(name: string, row: Row, { factors, left, isLegal }: Choice): number | undefined {
  const gain = (level: number) => left.filter((pair) => meets({ ...row, [name]: level }, pair)).length;
  const legal = levels(factors[name]).filter((level) => isLegal({ ...row, [name]: level }));
  return legal.sort((a, b) => gain(b) - gain(a))[0];
}

function meets(row: Row, { a, levelA, b, levelB }: Pair): boolean {
  return row[a] === levelA && row[b] === levelB;
}

function rowOf({ a, levelA, b, levelB }: Pair): Row {
  return { [a]: levelA, [b]: levelB };
}

function levels(count = 0): number[] {
  return Array.from({ length: count }, (_, level) => level);
}
