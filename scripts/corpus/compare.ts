import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstDifference, type Difference } from './first-difference.js';
import { listFiles } from './gather.js';

/** What a command said of one path: a line of its `--json`. */
export type Outcome = { action: string; reason?: string };
/** By path, in the composed spelling of Unicode (NFC), which pushes write. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export type Named = { path: string; reason: string };

export type Comparison = {
  files: number;
  same: number;
  /** Paths that the push took, in the composed spelling. */
  taken: string[];
  /** Taken by the push, and not the same after the pull. */
  differing: (Difference & { path: string })[];
  /** Taken by the push, and not there after the pull. */
  missing: Named[];
  /** There after the pull alone. */
  extra: string[];
  refused: Named[];
  /** Left out by what the file says. */
  skipped: Named[];
  /** Of these the push said nothing. */
  unnamed: string[];
};

export type Compared = {
  /** The folder that was pushed, and the one that was pulled. */
  original: string;
  copy: string;
  pushed: Outcomes;
  pulled: Outcomes;
};

const NO_REASON = 'no reason was given';

/** Each file of the folder that was pushed is in one of the lists, or the same. */
export async function compareFolders({ original, copy, pushed, pulled }: Compared): Promise<Comparison> {
  const copies = new Map((await filesOfUser(copy)).map((path) => [path.normalize(), path]));
  const originals = await filesOfUser(original);
  const found: Comparison = {
    files: originals.length,
    same: 0,
    taken: [],
    differing: [],
    missing: [],
    extra: [],
    refused: [],
    skipped: [],
    unnamed: [],
  };
  for (const path of originals) {
    const name = path.normalize();
    const outcome = pushed.get(name);
    if (outcome === undefined) found.unnamed.push(path);
    else if (outcome.action === 'failed') found.refused.push({ path, reason: outcome.reason ?? NO_REASON });
    else if (outcome.action === 'skipped') found.skipped.push({ path, reason: outcome.reason ?? NO_REASON });
    else {
      found.taken.push(name);
      const copied = copies.get(name);
      if (copied === undefined) found.missing.push({ path, reason: pulled.get(name)?.reason ?? NO_REASON });
      else await compareFile(found, path, [join(original, path), join(copy, copied)]);
    }
  }
  const originalNames = new Set(originals.map((path) => path.normalize()));
  found.extra = [...copies.keys()].filter((path) => !originalNames.has(path));
  return found;
}

async function compareFile(found: Comparison, path: string, [before, after]: [string, string]): Promise<void> {
  const [original, copy] = await Promise.all([readFile(before), readFile(after)]);
  if (original.equals(copy)) found.same += 1;
  else found.differing.push({ path, ...firstDifference(original, copy) });
}

/** Without what the commands remember. */
async function filesOfUser(folder: string): Promise<string[]> {
  return (await listFiles(folder)).filter((path) => !path.startsWith('.quire/'));
}

/** Paths that a push did not call unchanged. What was refused or skipped before may be so again. */
export function changesIn(outcomes: Outcomes, { taken, refused, skipped }: Comparison): string[] {
  const before = new Set([...refused, ...skipped].map(({ path }) => path.normalize()));
  const paths = new Set([...taken, ...outcomes.keys()]);
  return [...paths].filter((path) => outcomes.get(path)?.action !== 'unchanged' && !before.has(path));
}
