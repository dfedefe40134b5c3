import { chunksOf } from '../../../platform/chunks.js';
import type { Address } from '../model/addresses.js';
import { Batcher } from '../transport/batcher.js';
import type { Cluster } from '../transport/cluster.js';
import { ClusterFailure, failureOfBody, isBusy, unavailable } from '../transport/cluster-failure.js';
import { repeatWhileBusy } from '../transport/repeat-while-busy.js';

export type FoundSource<Source> = { _index: string; _seq_no: number; _primary_term: number; _source: Source };

type MultiGetItem = FoundSource<unknown> & { found?: boolean; error?: unknown };

/** More would spread the waiting reads over more requests. A request costs the cluster more than its content. */
const IN_FLIGHT = 2;
/** 32 heads with the maximum of metadata make an answer of some 40 MB. */
const CALLERS_PER_REQUEST = 32;
const ADDRESSES_PER_REQUEST = 500;

/** Real-time reads by id from the primary shard. Concurrent reads share one multi-get. */
export class MultiGetReader {
  readonly #cluster: Cluster;
  readonly #target: string;
  readonly #fields: readonly string[] | undefined;
  readonly #batcher: Batcher<readonly Address[], MultiGetItem[]>;

  /** `target`: an alias or a concrete index. `fields`: of the sources; undefined: all. */
  constructor(cluster: Cluster, target: string, fields?: readonly string[]) {
    this.#cluster = cluster;
    this.#target = target;
    this.#fields = fields;
    this.#batcher = new Batcher({
      what: 'OpenSearch multi-get',
      send: (callers) => this.#send(callers),
      weightOf: (addresses) => addresses.length,
      bind: () => cluster.tracer.bind(),
      maxInFlight: IN_FLIGHT,
      maxItems: CALLERS_PER_REQUEST,
      maxWeight: ADDRESSES_PER_REQUEST,
    });
  }

  async read<Source>(address: Address): Promise<FoundSource<Source> | undefined> {
    const [document] = await this.readAll<Source>([address]);
    return document;
  }

  /** In the order of the addresses; undefined: no such document. */
  async readAll<Source>(addresses: readonly Address[]): Promise<(FoundSource<Source> | undefined)[]> {
    const items: MultiGetItem[] = [];
    for (const some of chunksOf(addresses, ADDRESSES_PER_REQUEST)) items.push(...(await this.#readSome(some)));
    return items.map((item) => (item.found === true ? (item as FoundSource<Source>) : undefined));
  }

  async #readSome(addresses: readonly Address[]): Promise<MultiGetItem[]> {
    const deadline = this.#cluster.deadline();
    const items = await repeatWhileBusy(
      deadline,
      () => this.#batcher.submit(addresses, deadline),
      (found) => found.some((item) => item.error !== undefined && isBusy(failureOfBody(item, undefined))),
    );
    const failed = items.find((item) => item.error !== undefined);
    if (failed !== undefined) throw unavailable('get', failureOfBody(failed, undefined));
    return items;
  }

  async #send(callers: readonly (readonly Address[])[]): Promise<MultiGetItem[][]> {
    const target = { _index: this.#target, ...(this.#fields && { _source: this.#fields }) };
    const docs = callers.flat().map(({ id, routing }) => ({ ...target, _id: id, routing }));
    const { body } = await this.#cluster.read<{ docs: MultiGetItem[] }>({
      what: 'multi-get',
      method: 'POST',
      path: '/_mget',
      query: { preference: '_primary' },
      body: JSON.stringify({ docs }),
    });
    if (body.docs?.length !== docs.length) {
      throw unavailable('multi-get', new ClusterFailure(['IncompleteAnswer']));
    }
    const items = body.docs.values();
    return callers.map((addresses) => addresses.map(() => items.next().value as MultiGetItem));
  }
}
