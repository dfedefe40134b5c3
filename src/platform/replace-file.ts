import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

type Replacement = {
  /** Where the content is written first; in the same file system. */
  temporary?: string;
  mode?: number;
  /** Whether the content is on the disk before it gets its name. */
  flush?: boolean;
};

/** Replaces a file as a whole. Raises what the file system raises. */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  options: Replacement = {},
): Promise<void> {
  const { temporary = `${file}.${randomBytes(6).toString('hex')}`, mode = 0o666, flush = false } = options;
  try {
    await writeFile(temporary, content, { flag: 'wx', mode, flush });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
