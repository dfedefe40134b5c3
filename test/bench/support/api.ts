import { mapConcurrently } from '../../../src/platform/concurrently.js';

const AT_ONCE = 16;

/** What a case has to have before it is measured, made through the service itself. */
export class BenchApi {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  }

  /** A document of each body; their identifiers. */
  async createAll(bodies: readonly string[]): Promise<string[]> {
    return mapConcurrently(bodies, AT_ONCE, async (body) => (await this.#post('/v1/documents', body)).id);
  }

  /** So many pushes to each document, one after the other. */
  async pushAll(ids: readonly string[], body: string, times: number): Promise<void> {
    await mapConcurrently(ids, AT_ONCE, async (id) => {
      for (let n = 0; n < times; n++) await this.#post(`/v1/documents/${id}/versions`, body);
    });
  }

  async #post(path: string, body: string): Promise<{ id: string }> {
    const answer = await fetch(`${this.#url}${path}`, { method: 'POST', headers: this.#headers, body });
    if (answer.status !== 201) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }

  /** The body of a 200. */
  async get(path: string): Promise<string> {
    const answer = await fetch(`${this.#url}${path}`, { headers: this.#headers });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.text();
  }
}
