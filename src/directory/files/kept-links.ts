import type { Target, TextLinks } from '../../markdown/targets.js';
import { ownVersion } from '../../platform/own-file.js';
import { readKept, writeKept } from './own-folder.js';

const NAME = 'links.json';

type Kept = { targets: readonly Target[]; anchors: readonly string[] };
type Stored = { version: string; files: Record<string, Kept> };

/**
 * What Markdown files refer to, by the hashes of their bytes. `.quire` keeps it, so that a file is parsed once: that
 * takes thirty times the CPU of reading it. Another release parses anew.
 */
export class KeptLinks {
  readonly #root: string;
  readonly #before: ReadonlyMap<string, Kept>;
  readonly #used = new Map<string, Kept>();

  /** Raises `OperatorError` as `readKept`. */
  static async read(root: string): Promise<KeptLinks> {
    const stored = (await readKept(root, NAME)) as Partial<Stored> | null | undefined;
    const files = stored?.version === ownVersion() ? Object.entries(stored.files ?? {}) : [];
    return new KeptLinks(root, new Map(files.every(([, kept]) => isKept(kept)) ? files : []));
  }

  private constructor(root: string, before: ReadonlyMap<string, Kept>) {
    this.#root = root;
    this.#before = before;
  }

  /** `hash`: of the bytes of the file. */
  readonly of = (hash: string, find: () => TextLinks): TextLinks => {
    const kept = this.#used.get(hash) ?? this.#before.get(hash);
    const links = kept ? { targets: kept.targets, anchors: new Set(kept.anchors) } : find();
    if (!this.#used.has(hash)) this.#used.set(hash, kept ?? { ...links, anchors: [...links.anchors] });
    return links;
  };

  /** Of the files that were read. A directory that is read-only is parsed again. */
  async save(): Promise<void> {
    if ([...this.#used.keys()].every((hash) => this.#before.has(hash))) return;
    const stored: Stored = { version: ownVersion(), files: Object.fromEntries(this.#used) };
    await writeKept(this.#root, NAME, stored).catch(() => undefined);
  }
}

function isKept(value: Partial<Kept> | null): boolean {
  if (!Array.isArray(value?.targets) || !Array.isArray(value.anchors)) return false;
  const isTarget = (each: Partial<Target> | null) => typeof each?.target === 'string' && typeof each.line === 'number';
  return (value.targets as Target[]).every(isTarget) && value.anchors.every((each) => typeof each === 'string');
}
