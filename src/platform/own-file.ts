import { readFileSync } from 'node:fs';

/** The root of the installation, relative to the sources and to the compiled files. */
const ROOTS = ['../../', '../../../'];

/** Reads a text file of the installation. `path`: from its root. */
export function readOwnFile(path: string): string {
  for (const root of ROOTS) {
    try {
      return readFileSync(new URL(root + path, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${path} is missing from the installation`);
}

export function ownVersion(): string {
  return (JSON.parse(readOwnFile('package.json')) as { version: string }).version;
}
