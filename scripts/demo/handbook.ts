import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { PutDocument } from '../../src/client/client.js';

const FOLDER = 'scripts/demo/handbook';

/** A file `NAME@DATE.md`: one version of the document with the key `NAME.md`. */
export type DatedVersion = { key: string; at: Date; document: PutDocument };

/** In the order in which they were written. */
export async function readVersions(): Promise<DatedVersion[]> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const versions = await Promise.all(files.map(readVersion));
  return versions.sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function readVersion(file: string): Promise<DatedVersion> {
  const [name = '', date = ''] = relative(FOLDER, file).replace(/\.md$/, '').split('@');
  const key = `${name}.md`;
  const document = { markdown: await readFile(file, 'utf8'), folder_path: `/${dirname(key)}` };
  return { key, at: new Date(`${date}T10:20Z`), document };
}
