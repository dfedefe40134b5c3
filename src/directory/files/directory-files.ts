import { join } from 'node:path';
import {
  fileDocument,
  isRefusal,
  withAssets,
  type FileDocument,
  type ReadOptions,
  type Refusal,
} from './file-document.js';
import { FileReader } from './file-reader.js';
import type { LocalAssets } from './local-assets.js';

/** Of contents that wait to be written. A file beyond it is read once more when it is written. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** The approximate memory of a document beside its text, and of a target. */
const DOCUMENT_CHARACTERS = 200;
const TARGET_CHARACTERS = 100;

/** `names`: as in `Scan`. `prefix`: what all keys begin with. */
export type FilesPlace = {
  root: string;
  names: ReadonlyMap<string, string>;
  assets: Pick<LocalAssets, 'of'>;
  prefix: string;
};

/** The files of a directory as documents. Those that were looked at are kept until they are written. */
export class DirectoryFiles {
  readonly #place: FilesPlace;
  readonly #options: ReadOptions;
  readonly #kept = new Map<string, FileDocument>();
  readonly #reader = new FileReader();
  #characters = 0;

  constructor(place: FilesPlace, options: ReadOptions) {
    this.#place = place;
    this.#options = options;
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
    const { root, names, assets, prefix } = this.#place;
    const file = join(root, names.get(path) ?? path);
    const document = fileDocument(await this.#reader.read(file), path, this.#options);
    return isRefusal(document) ? document : withAssets(document, { assets, path, root: prefix });
  }
}

export function sizeOf({ body: { markdown, html, text }, targets }: FileDocument): number {
  const whole = markdown ?? html ?? text ?? '';
  return whole.length + DOCUMENT_CHARACTERS + TARGET_CHARACTERS * targets.length;
}
