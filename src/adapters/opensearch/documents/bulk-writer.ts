import type { Address } from '../model/addresses.js';
import { Batcher } from '../transport/batcher.js';
import { ClusterFailure, failureOfBody, isBusy } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';

/** Undefined: done and durable. */
export type OperationResult = ClusterFailure | undefined;

type Group = { lines: string; bytes: number; count: number };
type BulkItem = { status: number; error?: unknown };
type BulkBody = { items?: Record<string, BulkItem>[] };

/** Few, so that writes collect in one request and share syncs of the translog. */
const IN_FLIGHT = 2;
const GROUPS_PER_REQUEST = 256;
/** OpenSearch advises bulk requests of 5 to 15 MB. A larger group travels alone. */
const BYTES_PER_REQUEST = 6 * 1024 * 1024;
/** A shard without a primary fails its own writes after this time, instead of delaying writes to other shards. */
const WAIT_FOR_SHARDS = '1s';

/** Conditional writes, each with its own result. Concurrent groups share one bulk request. */
export class BulkWriter {
  readonly #cluster: Cluster;
  readonly #batcher: Batcher<Group, OperationResult[]>;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#batcher = new Batcher({
      what: 'OpenSearch bulk',
      send: (groups) => this.#send(groups),
      weightOf: (group) => group.bytes,
      bind: () => cluster.tracer.bind(),
      maxInFlight: IN_FLIGHT,
      maxItems: GROUPS_PER_REQUEST,
      maxWeight: BYTES_PER_REQUEST,
    });
  }

  /** A result per operation. Repeated while OpenSearch is too busy for one of the first `decisive` operations. */
  write(operations: readonly Operation[], decisive = operations.length): Promise<OperationResult[]> {
    // All operations are sent again, so those that OpenSearch has executed must tolerate a repeat.
    const lines = operations.map(linesOf).join('');
    const group = { lines, bytes: Buffer.byteLength(lines), count: operations.length };
    const deadline = this.#cluster.deadline();
    return repeatWhileBusy(
      deadline,
      () => this.#batcher.submit(group, deadline),
      (results) => results.slice(0, decisive).some((result) => result !== undefined && isBusy(result)),
    );
  }

  async #send(groups: readonly Group[]): Promise<OperationResult[][]> {
    const { status, body } = await this.#cluster.write<BulkBody>({
      what: 'bulk',
      method: 'POST',
      path: '/_bulk',
      query: { timeout: WAIT_FOR_SHARDS },
      lines: groups.map(({ lines }) => lines).join(''),
      accept: [429],
    });
    const items = (body.items ?? []).values();
    const nextResult = (): OperationResult =>
      status === 429 ? failureOfBody(body, status) : resultOf(items.next().value);
    return groups.map(({ count }) => Array.from({ length: count }, nextResult));
  }
}

function resultOf(item: Record<string, BulkItem> | undefined): OperationResult {
  const result = Object.values(item ?? {})[0];
  if (result === undefined) return new ClusterFailure(['IncompleteAnswer']);
  return result.error === undefined ? undefined : failureOfBody(result, result.status);
}

export type WriteRevision = { readonly seqNo: number; readonly primaryTerm: number };

/** One write of a bulk request. `alias`: `index` must name an alias. `revision`: the write applies to it alone. */
export type Operation = { index: string; alias: boolean; address: Address } & (
  | { kind: 'create'; source: object }
  | { kind: 'index'; source: object; revision?: WriteRevision; /** The document has none as high. */ rank?: number }
  | { kind: 'delete'; revision?: WriteRevision }
);

export function linesOf(operation: Operation): string {
  const action = `{"${operation.kind}":${JSON.stringify(metadataOf(operation))}}\n`;
  return operation.kind === 'delete' ? action : `${action}${JSON.stringify(operation.source)}\n`;
}

/** Without `require_alias`, OpenSearch would create an index with the name of a missing alias. */
function metadataOf(operation: Operation): object {
  const {
    index,
    alias,
    address: { id, routing },
  } = operation;
  return {
    _index: index,
    _id: id,
    routing,
    ...(alias && operation.kind !== 'delete' ? { require_alias: true } : {}),
    ...(operation.kind !== 'create' && operation.revision !== undefined
      ? { if_seq_no: operation.revision.seqNo, if_primary_term: operation.revision.primaryTerm }
      : {}),
    ...(operation.kind === 'index' && operation.rank !== undefined
      ? { version: operation.rank, version_type: 'external' }
      : {}),
  };
}
