import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { changesIn, compareFolders, type Comparison } from './compare.js';
import { listFiles } from './gather.js';
import { runQuire, type QuireOptions } from './run-quire.js';
import type { Source } from './sources.js';

export type Proof = Pick<Source, 'name' | 'dialect'> &
  Comparison & {
    /** Paths that a second push did not find unchanged. */
    again: string[];
    /** Those that a push from the pulled folder did not find unchanged. */
    fromCopy: string[];
  };

export type ProofContext = QuireOptions & {
  /** For the folders that are pushed and pulled. They are removed. */
  work: string;
  /** Of a source at most so many files. */
  files: number;
  advance(): void;
};

/** The commands run for each source. */
export const COMMANDS_A_SOURCE = 4;

/** Pushes the source's files, pulls them elsewhere, and pushes both folders again. */
export async function prove(source: Source, folder: string, context: ProofContext): Promise<Proof> {
  const { work, advance } = context;
  const [original, copy] = [join(work, 'original'), join(work, 'copy')];
  const place = `/${source.name}`;
  const run = async (...args: string[]) => {
    const outcomes = await runQuire(args, context);
    advance();
    return outcomes;
  };
  try {
    await copyFiles(folder, original, context.files);
    const pushed = await run('push', original, '--to', place);
    const pulled = await run('pull', place, copy);
    const found = await compareFolders({ original, copy, pushed, pulled });
    const again = await run('push', original, '--to', place);
    // What the pull remembers would answer for the service.
    await rm(join(copy, '.quire'), { recursive: true, force: true });
    const fromCopy = await run('push', copy, '--to', place);
    const { name, dialect } = source;
    return { name, dialect, ...found, again: changesIn(again, found), fromCopy: changesIn(fromCopy, found) };
  } finally {
    await Promise.all([original, copy].map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** At most `most` files, from everywhere in the folder: a push writes beside them. */
async function copyFiles(from: string, to: string, most: number): Promise<void> {
  await mkdir(to, { recursive: true });
  const paths = await listFiles(from);
  const step = Math.max(1, paths.length / most);
  for (let at = 0; Math.floor(at) < paths.length; at += step) {
    const path = paths[Math.floor(at)] ?? '';
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
}
