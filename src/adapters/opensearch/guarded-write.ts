import type { Head } from '../../domain/head.js';
import type { Entry } from '../../ports/index-rebuild.js';
import { headAddress } from './addresses.js';
import type { Operation } from './bulk-lines.js';
import { ClusterFailure, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';
import type { Deadline } from './deadline.js';
import { DocumentReader } from './document-reader.js';
import type { DocumentWriter } from './document-writer.js';
import { documentOf } from './entries.js';
import { sourceOfHead } from './sources.js';

type HeadVersion = { current_version: number };
type Attempt = { entry: Entry; operation: Operation };

const WHAT = 'write of what is higher';

/**
 * Entries of one group, "only if higher". Created first; where a head is there already, it is replaced on
 * condition of the revision that was found to be lower. (Not by `version_type: external`: the service's own later
 * writes are conditional, which OpenSearch does not allow together.) Repeats come to an end: each is owed to another
 * write of that head, and heads only rise.
 */
export class GuardedWrite {
  readonly #cluster: Cluster;
  readonly #writer: DocumentWriter;
  readonly #versions: DocumentReader;
  readonly #index: string;

  constructor(cluster: Cluster, writer: DocumentWriter, index: string) {
    this.#cluster = cluster;
    this.#writer = writer;
    this.#versions = new DocumentReader(cluster, index, ['current_version']);
    this.#index = index;
  }

  async write(entries: readonly Entry[]): Promise<void> {
    const deadline = this.#cluster.deadline();
    let attempts = entries.map((entry): Attempt => ({ entry, operation: this.#creation(entry) }));
    while (attempts.length > 0) {
      attempts = await this.#replacements(await this.#conflicts(attempts, deadline));
    }
  }

  /** Heads that others had written before; a summary or a folder that exists is what it should be. */
  async #conflicts(attempts: readonly Attempt[], deadline: Deadline): Promise<Head[]> {
    if (deadline.passed()) throw unavailable(WHAT, new ClusterFailure(['TooManyConflicts']));
    const results = await this.#writer.write(attempts.map(({ operation }) => operation));
    const failure = results.find((result) => result !== undefined && result.status !== 409);
    if (failure !== undefined) throw unavailable(WHAT, failure);
    return attempts.flatMap(({ entry }, i) =>
      (results[i] !== undefined && entry.kind === 'head' ? [entry.head] : []));
  }

  async #replacements(heads: readonly Head[]): Promise<Attempt[]> {
    const found = await this.#versions.readAll<HeadVersion>(heads.map(({ id }) => headAddress(id)));
    return heads.flatMap((head, i): Attempt[] => {
      const entry: Entry = { kind: 'head', head };
      const present = found[i];
      if (present === undefined) return [{ entry, operation: this.#creation(entry) }];
      if (present._source.current_version >= head.currentVersion) return [];
      const revision = { seqNo: present._seq_no, primaryTerm: present._primary_term };
      const to = { index: this.#index, alias: false, address: headAddress(head.id) };
      return [{ entry, operation: { kind: 'index', ...to, source: sourceOfHead(head), revision } }];
    });
  }

  #creation(entry: Entry): Operation {
    return { kind: 'create', index: this.#index, alias: false, ...documentOf(entry) };
  }
}
