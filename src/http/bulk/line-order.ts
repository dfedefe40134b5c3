import pLimit from 'p-limit';
import type { LineTarget } from '../route.js';

/** Lines whose work is under way, at most. */
export const AT_ONCE = 16;

type Kind = 'id' | 'key';

/**
 * Runs the work of lines side by side. Work on one document runs in the order in which it came. Whether an identifier
 * and a key name one document is known only once the work before has ended: so work that has an identifier alone waits
 * for all earlier work that has a key alone, and the other way round.
 */
export class LineOrder {
  readonly #limit = pLimit(AT_ONCE);
  /** By name: the last work, which ends after all earlier work of that name. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** Work that has not ended, of lines with one name. */
  readonly #ofKind: Record<Kind, Set<Promise<unknown>>> = { id: new Set(), key: new Set() };

  /** `work` must not reject. */
  run<T>(target: LineTarget, work: () => Promise<T>): Promise<T> {
    const before = this.#before(target);
    const run = before.length > 0 ? Promise.all(before).then(() => this.#limit(work)) : this.#limit(work);
    this.#add(target, run);
    return run;
  }

  #before(target: LineTarget): Promise<unknown>[] {
    const kind = kindOf(target);
    const ofName = namesOf(target).flatMap((name) => this.#last.get(name) ?? []);
    return kind === undefined ? ofName : [...ofName, ...this.#ofKind[kind === 'id' ? 'key' : 'id']];
  }

  #add(target: LineTarget, run: Promise<unknown>): void {
    const kind = kindOf(target);
    const names = namesOf(target);
    for (const name of names) this.#last.set(name, run);
    if (kind) this.#ofKind[kind].add(run);
    void run.then(() => {
      for (const name of names) if (this.#last.get(name) === run) this.#last.delete(name);
      if (kind) this.#ofKind[kind].delete(run);
    });
  }
}

function namesOf({ id, key }: LineTarget): string[] {
  return [...(id === undefined ? [] : [`id ${id}`]), ...(key === undefined ? [] : [`key ${key}`])];
}

/** Undefined: both names, or none. */
function kindOf({ id, key }: LineTarget): Kind | undefined {
  if ((id === undefined) === (key === undefined)) return undefined;
  return id === undefined ? 'key' : 'id';
}
