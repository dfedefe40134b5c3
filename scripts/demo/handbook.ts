import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Client, PutAnswer, PutDocument } from '../../src/client/client.js';

const FOLDER = 'scripts/demo/handbook';

/** The document that leads to the others. */
export const START = 'Handbook/README.md';

/** A file `NAME@DATE.md`: one version of the document with the key `NAME.md`. */
export type DatedVersion = { key: string; at: Date; document: PutDocument };

/** In the order in which they were written. */
export async function readVersions(): Promise<DatedVersion[]> {
  const names = await readdir(FOLDER, { recursive: true });
  const files = names.filter((name) => name.endsWith('.md')).map((name) => join(FOLDER, name));
  const versions = await Promise.all(files.map(readVersion));
  return versions.sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function readVersion(file: string): Promise<DatedVersion> {
  const [name = '', date = ''] = relative(FOLDER, file).replace(/\.md$/, '').split('@');
  const key = `${name}.md`;
  const document = { markdown: await readFile(file, 'utf8'), folder_path: `/${dirname(key)}` };
  return { key, at: new Date(`${date}T10:20Z`), document };
}

/**
 * Returns the answers by key. `before` is called before each version. A document that there is already gets its newest
 * version only, so that a second call changes nothing.
 */
export async function writeHandbook(
  client: Client,
  before: (version: DatedVersion) => void = () => undefined,
): Promise<Map<string, PutAnswer>> {
  const existing = new Set<string | null>();
  for await (const { key } of client.listDocuments()) existing.add(key);
  const versions = await readVersions();
  const newest = new Map(versions.map((version) => [version.key, version]));
  const answers = new Map<string, PutAnswer>();
  for (const version of versions.filter((each) => !existing.has(each.key) || each === newest.get(each.key))) {
    before(version);
    answers.set(version.key, await client.putDocument(version.key, version.document));
  }
  return answers;
}
