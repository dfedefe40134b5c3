import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { freshFolder } from '../stack/run-folder.js';
import { AWKWARD } from './awkward.js';
import { fetchPackage } from './packages.js';
import { FILE_EXTENSIONS } from '../../src/directory/files/file-kinds.js';
import type { Source } from './sources.js';

export type GatherContext = {
  /** Keeps the files between two runs. */
  root: string;
  /** Holds `node_modules`. */
  project: string;
  signal: AbortSignal;
};

/** The folder with the source's files. Raises an `Error` of one line if its package cannot be had. */
export async function gather(source: Source, context: GatherContext): Promise<string> {
  const { root } = context;
  const place = join(root, 'sources', source.name);
  const folder = join(place, pinOf(source));
  const isPackage = typeof source.origin === 'object';
  if (isPackage && (await readdir(folder).catch(() => [])).length > 0) return folder;
  const work = await freshFolder(join(root, 'incomplete'));
  try {
    const whole = join(work, 'whole');
    await mkdir(whole);
    await fill(whole, source, { ...context, work });
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await rename(whole, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

/** Another list of sources gathers again. */
function pinOf(source: Source): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 12);
}

async function fill(target: string, source: Source, context: GatherContext & { work: string }): Promise<void> {
  if (source.origin === 'made') {
    for (const [path, { bytes }] of Object.entries(AWKWARD)) await write(join(target, path), bytes);
    return;
  }
  const { work, project, signal } = context;
  const from =
    source.origin === 'node_modules'
      ? join(project, 'node_modules')
      : await fetchPackage(source.origin, { folder: work, signal });
  if (source.folder !== undefined) return cp(join(from, source.folder), target, { recursive: true });
  for (const path of await listFiles(from)) {
    signal.throwIfAborted();
    if (source.examples?.includes(path.split('/').at(-1) ?? '')) await writeExamples(target, join(from, path));
    else if (FILE_EXTENSIONS.includes(extname(path).toLowerCase())) {
      const shown = visiblePath(path);
      const copy = join(target, source.isInText ? shown.replace(/\.txt$/i, '.txt.md') : shown);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(from, path), copy);
    }
  }
}

/** Paths with slashes, relative to the folder, in a fixed order. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

/** A push leaves out hidden files and the packages of Node. */
function visiblePath(path: string): string {
  const parts = path.split('/');
  return parts.map((part) => part.replace(/^\./, 'dot-').replace(/^node_modules$/, 'modules')).join('/');
}

const EXAMPLE = /^`{32} example[^\n]*\n([\s\S]*?)^\.\n[\s\S]*?^`{32}$/gm;

/** A tab is written as an arrow. */
async function writeExamples(target: string, file: string): Promise<void> {
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const name =
    file
      .split(sep)
      .at(-1)
      ?.replace(/\.txt$/, '') ?? '';
  const examples = [...text.matchAll(EXAMPLE)].map(([, markdown = '']) => markdown.replaceAll('→', '\t'));
  for (const [at, markdown] of examples.entries()) {
    await write(join(target, name, `${String(at + 1).padStart(4, '0')}.md`), markdown);
  }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
