import sortedBtree from 'sorted-btree';

const { default: BTree, simpleComparator } = sortedBtree;

/** Where a record is. `slot`: which of the open segments. `size` is rounded up by at most a tenth. */
export type ObjectLocation = { slot: number; offset: number; size: number };

/** A place as one number, which takes a quarter of an object's memory: 17 bits, 28 bits, 8 bits. */
const MOST_IN_NODE = 64;
const OFFSETS = 2 ** 28;
const CLASSES = 2 ** 8;
const CLASSES_A_DOUBLING = 8;

/** Sizes in steps of a twelfth to a tenth. */
export function roundedSize(size: number): number {
  return sizeOfClass(classOf(size));
}

function classOf(size: number): number {
  return Math.ceil(Math.log2(size) * CLASSES_A_DOUBLING);
}

function sizeOfClass(sizeClass: number): number {
  return Math.ceil(2 ** (sizeClass / CLASSES_A_DOUBLING));
}

/** Key to place of each object, sorted by key (ASCII, so by bytes): some 100 bytes of memory an object. */
export class ObjectLocations {
  readonly #tree = new BTree<string, number>(undefined, simpleComparator, MOST_IN_NODE);

  get(key: string): ObjectLocation | undefined {
    const packed = this.#tree.get(key);
    return packed === undefined ? undefined : unpack(packed);
  }

  set(key: string, { slot, offset, size }: ObjectLocation): void {
    this.#tree.set(key, (slot * OFFSETS + offset) * CLASSES + classOf(size));
  }

  remove(key: string): void {
    this.#tree.delete(key);
  }

  has(key: string): boolean {
    return this.#tree.has(key);
  }

  /** The first key that follows `after`. */
  next(after: string): string | undefined {
    return this.#tree.nextHigherKey(after);
  }

  /** The first key that is `from` or follows it. */
  nextFrom(from: string): string | undefined {
    return this.#tree.getPairOrNextHigher(from)?.[0];
  }
}

function unpack(packed: number): ObjectLocation {
  const at = Math.floor(packed / CLASSES);
  const slot = Math.floor(at / OFFSETS);
  return { slot, offset: at - slot * OFFSETS, size: sizeOfClass(packed % CLASSES) };
}
