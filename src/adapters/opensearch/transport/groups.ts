export type GroupLimits<T> = { maxItems: number; maxWeight: number; weightOf: (item: T) => number };

/** Cuts a list into groups, in order. An item heavier than `maxWeight` is a group of its own. */
export function* inGroups<T>(items: Iterable<T>, { maxItems, maxWeight, weightOf }: GroupLimits<T>): Generator<T[]> {
  let group: T[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weightOf(item);
    if (group.length > 0 && (group.length === maxItems || weight + added > maxWeight)) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(item);
    weight += added;
  }
  if (group.length > 0) yield group;
}
