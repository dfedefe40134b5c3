import type { Client } from '@opensearch-project/opensearch';

/** As the service has them. */
const IN_FLIGHT = 2;
const GROUPS_PER_REQUEST = 256;

type Waiting = { lines: string; resolve: () => void; reject: (error: unknown) => void };

/** The bare idea of grouping: what comes while two bulk requests are under way travels in the next one. */
export class GroupedBulk {
  readonly #client: Client;
  #waiting: Waiting[] = [];
  #inFlight = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  submit(lines: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, resolve, reject });
      if (this.#inFlight < IN_FLIGHT) void this.#send();
    });
  }

  async #send(): Promise<void> {
    const group = this.#waiting.splice(0, GROUPS_PER_REQUEST);
    this.#inFlight++;
    try {
      await bulk(this.#client, group.map(({ lines }) => lines).join(''));
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    this.#inFlight--;
    if (this.#waiting.length > 0) void this.#send();
  }
}

/** Raises an error unless every line of it was done. */
async function bulk(client: Client, lines: string): Promise<void> {
  const { body } = await client.transport.request({ method: 'POST', path: '/_bulk', bulkBody: lines });
  const { errors, items } = body as { errors: boolean; items: unknown[] };
  if (errors) throw new Error(`a bulk request failed: ${JSON.stringify(items[0])}`);
}
