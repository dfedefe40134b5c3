import { DemoApi } from './api.js';
import { Differences } from './differences.js';
import type { Figures } from './figures.js';
import { findMarkdown } from './find-markdown.js';
import { Folders } from './folders.js';
import { UsageError } from './options.js';
import type { DemoOptions } from './options.js';
import { Packages } from './package-info.js';
import { preflight } from './preflight.js';
import type { Progress } from './progress.js';
import type { Run } from './run.js';
import { timeSearches } from './time-searches.js';
import { verify } from './verify.js';
import { nothingWritten, writeDocuments } from './write-documents.js';
import type { WrittenDocuments } from './write-documents.js';

export interface Surroundings {
  /** Aborted when the user wants the run to end. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** The user has ended the run. */
export class DemoStoppedError extends Error {
  override readonly name = 'DemoStoppedError';
}

/** Writes, searches, reads back. Throws UsageError, ApiError, UnreachableError or DemoStoppedError. */
export async function runDemo(options: DemoOptions, { signal, progress }: Surroundings): Promise<Figures> {
  const written = nothingWritten();
  try {
    const api = new DemoApi({ ...options, signal });
    const sources = await sourcesIn(options);
    await preflight(api, options.base);
    return await perform(
      {
        ...options,
        signal,
        progress,
        api,
        packages: new Packages(options.dir),
        folders: new Folders(api),
        differences: new Differences(),
      },
      sources,
      written,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    const count = written.documents.length;
    throw new DemoStoppedError(`stopped after ${count} documents were written`, { cause: error });
  }
}

async function sourcesIn({ dir, limit }: DemoOptions): Promise<string[]> {
  const sources = await findMarkdown(dir, limit).catch((cause: unknown) => {
    throw new UsageError(`the folder ${dir} cannot be read`, { cause });
  });
  if (sources.length === 0) throw new UsageError(`there are no Markdown files in ${dir}`);
  return sources;
}

async function perform(run: Run, sources: readonly string[], written: WrittenDocuments): Promise<Figures> {
  const seconds = await timed(() => writeDocuments(run, sources, written));
  const { documents, unfit, blocks, bytes } = written;
  const search = await timeSearches(run, documents);
  let verified = 0;
  const readBackSeconds = await timed(async () => {
    verified = await verify(run, documents);
  });
  const versions = documents.reduce((sum, document) => sum + document.versions, 0);
  return {
    documents: documents.length,
    versions,
    folders: run.folders.size,
    blocks,
    bytes,
    seconds,
    writesPerSecond: versions / seconds,
    repeats: run.api.repeats,
    unfit,
    search,
    readBackSeconds,
    verified,
    differences: run.differences.count,
    firstDifferences: run.differences.first,
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
