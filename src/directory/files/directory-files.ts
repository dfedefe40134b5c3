import { join } from 'node:path';
import { fileDocument, isRefusal, type FileDocument, type FileOptions, type Refusal } from './file-document.js';
import { FileReader } from './file-reader.js';

/** Of contents that wait to be written. A file beyond it is read once more when it is written. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** The approximate memory of a document beside its text. */
const DOCUMENT_CHARACTERS = 200;

/** The files of a directory as documents. Those that were looked at are kept until they are written. */
export class DirectoryFiles {
  readonly #root: string;
  readonly #options: FileOptions;
  readonly #names: ReadonlyMap<string, string>;
  readonly #kept = new Map<string, FileDocument>();
  readonly #reader = new FileReader();
  #characters = 0;

  /** `names`: as in `Scan`. */
  constructor(root: string, options: FileOptions, names: ReadonlyMap<string, string> = new Map()) {
    this.#root = root;
    this.#options = options;
    this.#names = names;
  }

  /** Raises `FileError`. */
  async look(path: string): Promise<FileDocument | Refusal> {
    const document = await this.#read(path);
    if (!isRefusal(document) && this.#characters < MOST_CHARACTERS) {
      this.#kept.set(path, document);
      this.#characters += sizeOf(document);
    }
    return document;
  }

  /** The document that was looked at, once; else as `look`. */
  async take(path: string): Promise<FileDocument | Refusal> {
    const kept = this.#kept.get(path);
    this.forget(path);
    return kept ?? this.#read(path);
  }

  forget(path: string): void {
    const kept = this.#kept.get(path);
    if (kept && this.#kept.delete(path)) this.#characters -= sizeOf(kept);
  }

  async #read(path: string): Promise<FileDocument | Refusal> {
    const file = join(this.#root, this.#names.get(path) ?? path);
    return fileDocument(await this.#reader.read(file), path, this.#options);
  }
}

export function sizeOf({ body: { markdown, blocks = [] } }: FileDocument): number {
  return blocks.reduce((sum, { content }) => sum + content.length, markdown?.length ?? 0) + DOCUMENT_CHARACTERS;
}
