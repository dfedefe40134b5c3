import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { PutDocument } from '../../src/client/client.js';
import { MarkdownError } from '../../src/markdown/markdown-error.js';
import { convertMarkdown } from '../../src/markdown/convert-markdown.js';
import { splitFile } from '../../src/markdown/front-matter/front-matter.js';

/** Those of a service, but for the block that the demo adds. As JSON, a file may be six times as long. */
const LIMITS = { bodyBytes: 1_500_000, blocks: 9_999, metadataBytes: 256 * 1024 };

/** `key`: the path of the file. */
type MadeDocument = PutDocument & Required<Pick<PutDocument, 'title' | 'blocks'>> & { metadata: { tags: string[] } };
export type PutFile = { op: 'put'; key: string; document: MadeDocument };

/** Paths relative to the folder, in a fixed order. */
export async function findMarkdown(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name));
  return files.map(({ parentPath, name }) => relative(dir, join(parentPath, name))).sort();
}

/** The keywords of the package are its tags. Undefined: it says `quire: false`, or, and told, fits into no document. */
export async function readMarkdown(dir: string, key: string): Promise<PutFile | undefined> {
  const text = await readFile(join(dir, key), 'utf8');
  try {
    if (splitFile(text, LIMITS).isExcluded) return undefined;
    const made = convertMarkdown(text, LIMITS);
    if (!made) return undefined;
    const { title, blocks } = made;
    const metadata = { ...made.metadata, tags: await keywordsOf(dir, dirname(key)) };
    const folder = dirname(key) === '.' ? {} : { folder_path: `/${dirname(key)}` };
    return { op: 'put', key, document: { title: title ?? key, blocks: [...blocks], metadata, ...folder } };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    console.log(`Left out    ${key}: ${error.message}`);
    return undefined;
  }
}

/** Of the nearest `package.json` that is JSON: packages carry fixtures, too. */
async function keywordsOf(dir: string, folder: string): Promise<string[]> {
  try {
    const manifest = JSON.parse(await readFile(join(dir, folder, 'package.json'), 'utf8')) as { keywords?: string[] };
    return Array.isArray(manifest.keywords) ? [...new Set(manifest.keywords)] : [];
  } catch {
    return folder === '.' ? [] : keywordsOf(dir, dirname(folder));
  }
}
