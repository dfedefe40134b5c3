import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Content } from '../../../src/domain/document.js';
import { documentToMarkdown } from '../../../src/markdown/document-to-markdown.js';
import type { Bench } from '../bench.js';
import type { Sample } from '../report/sample.js';
import { measureProgram } from './measured-program.js';
import { cpuMicrosOf } from './process-tree.js';
import { QUIRE } from './service.js';
import type { WriteSite } from './write-site.js';

const FILES_A_FOLDER = 100;
const CHANGE = '\nOne more paragraph.\n';

type Pushing = {
  pipeline: string;
  action: 'created' | 'updated';
  /** What the command runs under. */ under?: readonly string[];
};

/** Files with the documents that single writes have, for `quire push`. */
export class PushedDirectory {
  readonly count: number;
  readonly #root: string;
  readonly #site: WriteSite;
  readonly #texts: readonly string[];
  #changes = 0;

  static async make(bench: Bench, site: WriteSite, count: number): Promise<PushedDirectory> {
    const { DATA_DIR: root = '' } = await bench.emptyFolder();
    const directory = new PushedDirectory(root, site, count);
    for (let n = 0; n < count; n++) {
      await mkdir(dirname(directory.#fileAt(n)), { recursive: true });
      await writeFile(directory.#fileAt(n), directory.textOf(n));
    }
    return directory;
  }

  private constructor(root: string, site: WriteSite, count: number) {
    this.#root = root;
    this.#site = site;
    this.#texts = site.bodies.map((body) => documentToMarkdown(JSON.parse(body) as Content));
    this.count = count;
  }

  /** Files that differ have other texts, and some are equal. */
  get differing(): number {
    return Math.min(this.count, this.#texts.length);
  }

  textOf(n: number): string {
    return (this.#texts[n % this.#texts.length] as string) + CHANGE.repeat(this.#changes);
  }

  pathOf(n: number): string {
    return `folder-${Math.floor(n / FILES_A_FOLDER)}/${n}.md`;
  }

  async changeAll(): Promise<void> {
    this.#changes++;
    for (let n = 0; n < this.count; n++) await appendFile(this.#fileAt(n), CHANGE);
  }

  /** The whole command, from its start to its end. */
  async push({ pipeline, action, under = [] }: Pushing): Promise<Sample> {
    const { service, key } = this.#site;
    const cpuBefore = cpuMicrosOf(service.pid);
    const command = [process.execPath, QUIRE, 'push', this.#root, '--pipeline', pipeline, '--json'];
    const [program, ...args] = [...under, ...command] as [string, ...string[]];
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: key };
    const { seconds, lines } = await measureProgram({ program, args, env });
    const { summary } = JSON.parse(lines.at(-1) ?? '') as { summary: Record<Pushing['action'], number> };
    if (summary[action] !== this.count)
      throw new Error(`${summary[action]} documents were ${action}, not ${this.count}`);
    const cpuMicros = { service: (cpuMicrosOf(service.pid) - cpuBefore) / this.count };
    return { perSecond: this.count / seconds, sent: this.count, kinds: {}, cpuMicros };
  }

  #fileAt(n: number): string {
    return join(this.#root, this.pathOf(n));
  }
}
