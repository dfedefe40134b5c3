import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileDocument, isRefusal } from '../../../src/directory/files/file-document.js';
import { FileReader } from '../../../src/directory/files/file-reader.js';

type KeptFile = { title: string; hash: string };

/** What the versions of a document may be, and must be. A title belongs to one content. */
export type History = {
  /** Of all contents that the file had at a push. */
  possible: ReadonlySet<string>;
  /** Of those at pushes that ended, since a push last found no file. In their order. */
  wanted: readonly string[];
};

type Past = { possible: Set<string>; wanted: string[] };

/** A directory of Markdown files, which knows what each push found in it. No content comes twice. */
export class KeptFiles {
  readonly root: string;
  readonly files = new Map<string, KeptFile>();
  readonly #pasts = new Map<string, Past>();
  #writes = 0;

  static async make(count: number): Promise<KeptFiles> {
    const made = new KeptFiles(await mkdtemp(join(tmpdir(), 'quire-files-')));
    for (let n = 0; n < count; n++) await made.add();
    return made;
  }

  private constructor(root: string) {
    this.root = root;
  }

  get paths(): string[] {
    return [...this.files.keys()];
  }

  /** Ten folders side by side. */
  async add(): Promise<void> {
    await this.write(`part-${this.#writes % 10}/${this.#writes}.md`);
  }

  /** Content that no file had before. */
  async write(path: string): Promise<void> {
    const title = `Edition ${++this.#writes}`;
    const file = join(this.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `# ${title}\n\nText of ${path} in ${title}.\n`);
    const document = fileDocument(await new FileReader().read(file), path, { visibility: null, tags: [] });
    if (isRefusal(document)) throw new Error(`${path} is no document`);
    this.files.set(path, { title, hash: document.hash });
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path));
    this.files.delete(path);
  }

  /** What `quire push` remembers of the directory. */
  forget(): Promise<void> {
    return rm(join(this.root, '.quire'), { recursive: true, force: true });
  }

  pushBegins(): void {
    for (const [path, past] of this.#pasts) if (!this.files.has(path)) past.wanted = [];
    for (const [path, { title }] of this.files) {
      const past = this.#pasts.get(path);
      if (past) past.possible.add(title);
      else this.#pasts.set(path, { possible: new Set([title]), wanted: [] });
    }
  }

  /** The push has ended and nothing has changed meanwhile: the documents are those of the files. */
  pushEnded(): void {
    for (const [path, { wanted }] of this.#pasts) {
      const title = this.files.get(path)?.title;
      if (title === undefined) this.#pasts.delete(path);
      else if (wanted.at(-1) !== title) wanted.push(title);
    }
  }

  historyOf(path: string): History {
    return this.#pasts.get(path) ?? { possible: new Set(), wanted: [] };
  }

  dispose(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
