import type { Entry } from '../../../ports/index-admin.js';
import type { Operation, BulkWriter } from '../documents/bulk-writer.js';
import { ClusterFailure, unavailable } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import type { Deadline } from '../../../platform/deadline.js';
import { MultiGetReader } from '../documents/multi-get-reader.js';
import type { WrittenEntry } from './entries.js';

type HeadVersion = { current_version: number };
type WrittenHead = WrittenEntry & { entry: Extract<Entry, { kind: 'head' }> };
type WriteAttempt = { written: WrittenEntry; operation: Operation };

const WHAT = 'write of what is higher';

/**
 * Writes a group "only if higher": creates each entry, then replaces lower heads on condition of their revision.
 * OpenSearch itself compares the lives of keys.
 */
export class GuardedWrite {
  readonly #cluster: Cluster;
  readonly #writer: BulkWriter;
  readonly #versions: MultiGetReader;
  readonly #index: string;

  constructor(cluster: Cluster, writer: BulkWriter, index: string) {
    this.#cluster = cluster;
    this.#writer = writer;
    this.#versions = new MultiGetReader(cluster, index, ['current_version']);
    this.#index = index;
  }

  async write(entries: readonly WrittenEntry[]): Promise<void> {
    const deadline = this.#cluster.deadline();
    let attempts = entries.map((written): WriteAttempt => ({ written, operation: this.#creation(written) }));
    // Ends: each conflict is caused by another write of that head, and heads only rise.
    while (attempts.length > 0) {
      attempts = await this.#replacements(await this.#conflicts(attempts, deadline));
    }
  }

  /** Heads that exist already. Summaries and folders are immutable, and a key's life is as high. */
  async #conflicts(attempts: readonly WriteAttempt[], deadline: Deadline): Promise<WrittenHead[]> {
    if (deadline.isOver) throw unavailable(WHAT, new ClusterFailure(['TooManyConflicts']));
    const results = await this.#writer.write(attempts.map(({ operation }) => operation));
    const failure = results.find((result) => result !== undefined && result.status !== 409);
    if (failure !== undefined) throw unavailable(WHAT, failure);
    return attempts.flatMap(({ written }, i) => (results[i] !== undefined && isOfHead(written) ? [written] : []));
  }

  async #replacements(heads: readonly WrittenHead[]): Promise<WriteAttempt[]> {
    const found = await this.#versions.readAll<HeadVersion>(heads.map(({ address }) => address));
    return heads.flatMap((written, i): WriteAttempt[] => {
      const { entry, address, source } = written;
      const present = found[i];
      if (present === undefined) return [{ written, operation: this.#creation(written) }];
      if (present._source.current_version >= entry.head.currentVersion) return [];
      // Not `version_type: external`: OpenSearch forbids it for heads that are written conditionally later.
      const revision = { seqNo: present._seq_no, primaryTerm: present._primary_term };
      const to = { index: this.#index, alias: false, address };
      return [{ written, operation: { kind: 'index', ...to, source, revision } }];
    });
  }

  #creation({ entry, address, source }: WrittenEntry): Operation {
    const target = { index: this.#index, alias: false, address, source };
    return entry.kind === 'key' ? { kind: 'index', ...target, rank: entry.entry.life } : { kind: 'create', ...target };
  }
}

function isOfHead(written: WrittenEntry): written is WrittenHead {
  return written.entry.kind === 'head';
}
