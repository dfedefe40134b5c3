import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MARKDOWN = /\.(?:md|markdown)$/i;

/** The Markdown files of a folder and its subfolders, as paths relative to it with `/`, in a fixed order. */
export async function findMarkdown(dir: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  await walk(dir, '', (path) => {
    found.push(path);
    return found.length < limit;
  });
  return found;
}

/** Ends as soon as `take` says false; links are not followed, so the walk always ends. */
async function walk(dir: string, below: string, take: (path: string) => boolean): Promise<boolean> {
  const entries = await readdir(join(dir, below), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== '.git') {
      if (!(await walk(dir, path, take))) return false;
    } else if (entry.isFile() && MARKDOWN.test(entry.name) && !take(path)) {
      return false;
    }
  }
  return true;
}
