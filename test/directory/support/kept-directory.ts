import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type Client, type ListedDocument } from '../../../src/client/client.js';
import { keySpace, type KeySpaceOptions } from '../../../src/directory/key-space.js';
import type { DirectoryContext } from '../../../src/directory/directory-snapshot.js';
import { pullDirectory, type PullOptions } from '../../../src/directory/pull/pull-directory.js';
import { pushDirectory, type PushOptions } from '../../../src/directory/push/push-directory.js';
import type { DeadLink } from '../../../src/directory/link-report.js';
import { PushTally, type PushOutcome } from '../../../src/directory/push-report.js';
import { QuietProgress } from '../../support/copying.js';

const AS_BY_DEFAULT: PushOptions = {
  patterns: { include: [], exclude: [] },
  files: { visibility: null, tags: [] },
  withDeletions: false,
  onConflict: 'fail',
  dryRun: false,
  strictLinks: false,
  verify: false,
  maxDelete: { share: 1 },
  force: false,
  width: 4,
  group: 500,
};

type Where = { url: string; key: string; keys?: Partial<KeySpaceOptions> };

/** What became of each path, as `create a.md` or `conflict a.md`, sorted; without what is unchanged. */
export type Done = string[];

/** A directory of this test, and the service that keeps its documents. */
export class KeptDirectory {
  readonly root: string;
  readonly client: Client;
  readonly context: DirectoryContext;
  outcomes: PushOutcome[] = [];
  /** Of the last push or pull. */
  tally = new PushTally(() => undefined);
  /** Is told each outcome at once. */
  hear: (outcome: PushOutcome) => void = () => undefined;
  readonly #where: Where;

  /** `parent`: the folder that it is made in. */
  static async make(where: Where, parent = tmpdir()): Promise<KeptDirectory> {
    return new KeptDirectory(await mkdtemp(join(parent, 'quire-directory-')), where);
  }

  private constructor(root: string, where: Where) {
    const { url, key, keys = {} } = where;
    this.#where = where;
    this.root = root;
    this.client = createClient({ url, apiKey: key, retries: { pauseMs: 1 } });
    this.context = {
      client: this.client,
      url,
      keys: keySpace({ to: '/handbook', pipeline: undefined, ...keys }),
      root,
      progress: new QuietProgress(),
      signal: new AbortController().signal,
    };
  }

  /** The same service and documents, from another machine. */
  elsewhere(parent?: string): Promise<KeptDirectory> {
    return KeptDirectory.make(this.#where, parent);
  }

  /** Another directory, for the same documents, which reaches the service at this address. */
  at(url: string): Promise<KeptDirectory> {
    return KeptDirectory.make({ ...this.#where, url });
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.root, path)), { recursive: true });
      await writeFile(join(this.root, path), text);
    }
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true });
  }

  /** `root`: of other files than those of this directory. */
  push(options: Partial<PushOptions> = {}, root = this.root): Promise<Done> {
    return this.#done((tally) => pushDirectory({ ...this.context, root }, { ...AS_BY_DEFAULT, ...options }, tally));
  }

  pull(folder = '/handbook', options: Partial<PullOptions> = {}): Promise<Done> {
    const pull = { folder, dryRun: false, onConflict: 'fail' as const, width: 4, ...options };
    return this.#done((tally) => pullDirectory(this.context, pull, tally));
  }

  /** Into another directory. */
  pullInto(root: string): Promise<Done> {
    const pull = { folder: '/handbook', dryRun: false, onConflict: 'fail' as const, width: 4 };
    return this.#done((tally) => pullDirectory({ ...this.context, root }, pull, tally));
  }

  /** By key. */
  async documents(): Promise<Map<string, ListedDocument>> {
    const found = new Map<string, ListedDocument>();
    for await (const item of this.client.listDocuments()) found.set(item.key ?? item.id, item);
    return found;
  }

  get deadLinks(): readonly DeadLink[] {
    return this.tally.deadLinks;
  }

  async dispose(): Promise<void> {
    await rm(this.root, { recursive: true });
  }

  async #done(work: (tally: PushTally) => Promise<void>): Promise<Done> {
    this.outcomes = [];
    const tally = new PushTally((outcome) => {
      this.outcomes.push(outcome);
      this.hear(outcome);
    });
    this.tally = tally;
    await work(tally);
    return this.outcomes
      .filter(({ action }) => action !== 'unchanged')
      .map(({ action, path }) => `${action} ${path}`)
      .sort();
  }
}
