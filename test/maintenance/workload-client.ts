import { expect } from 'chai';
import { expectStatus, header, type Answer, type Client } from '../http/client.js';
import { searchFor, unique, versionsOf, type FoundPage } from '../http/making.js';

type Known = { id: string; title: string; version: number; tag: string };

const TAGS = ['red', 'green', 'blue'];
const DOCUMENTS = 12;

/**
 * An owner who does one thing after another, at one process and the other by turns, and knows after each what there
 * must be: every answer must be a success, and every search must show exactly what was acknowledged before.
 */
export class WorkloadClient {
  readonly #clients: readonly Client[];
  readonly #random: () => number;
  readonly #living = new Map<string, Known>();
  readonly #deleted = new Set<string>();
  writes = 0;
  searches = 0;
  slowestWriteMs = 0;
  slowestSearchMs = 0;

  /** `clients`: one key, at one or more processes. `random`: 0 to 1. */
  constructor(clients: readonly Client[], random: () => number = Math.random) {
    this.#clients = clients;
    this.#random = random;
  }

  /** Until `isOver`, with a pause between writes where one is given, in milliseconds. */
  async act(isOver: () => boolean, pause: () => Promise<unknown> = async () => undefined): Promise<void> {
    while (!isOver()) {
      await this.write();
      await this.search();
      await pause();
    }
  }

  async write(): Promise<void> {
    const dice = this.#random();
    if (this.#living.size < 2 || (dice < 0.2 && this.#living.size < DOCUMENTS)) return this.#create();
    const known = [...this.#living.values()][Math.floor(this.#random() * this.#living.size)] as Known;
    if (dice > 0.9) return this.#delete(known);
    return this.#push(known);
  }

  /** All of them, those of one tag, or nothing. */
  async search(): Promise<void> {
    const tag = this.#random() < 0.5 ? undefined : TAGS[Math.floor(this.#random() * TAGS.length)];
    const path = searchFor({ q: 'w', limit: 50, ...(tag === undefined ? {} : { tag }) });
    const { answer, ms } = await timed(() => this.#client().get<FoundPage>(path));
    this.searches++;
    this.slowestSearchMs = Math.max(this.slowestSearchMs, ms);
    const found = expectStatus(answer, 200).results.map((one) => [one.id, one.title, one.current_version]);
    expect(found).to.deep.equal(this.#expected(tag));
  }

  /** Everything, document by document and by search. */
  async verify(): Promise<void> {
    for (const { id, title, version } of this.#living.values()) {
      const answer = await this.#client().get<{ title: string }>(`/v1/documents/${id}`);
      expect(expectStatus(answer, 200).title).to.equal(title);
      expect(header(answer, 'ETag')).to.equal(`"${version}"`);
      const list = await this.#client().get<{ versions: { version: number }[] }>(versionsOf(id));
      const numbers = list.body.versions.map(({ version: number }) => number).sort((a, b) => a - b);
      expect(numbers).to.deep.equal(Array.from({ length: version }, (_, i) => i + 1));
    }
    for (const id of this.#deleted) expect((await this.#client().get(`/v1/documents/${id}`)).status).to.equal(404);
    for (let i = 0; i < 4; i++) await this.search();
  }

  async #create(): Promise<void> {
    const { title, tag, body } = this.#content();
    const { id } = expectStatus(await this.#send('/v1/documents', body), 201) as { id: string };
    this.#living.set(id, { id, title, version: 1, tag });
  }

  async #push(known: Known): Promise<void> {
    const { title, tag, body } = this.#content();
    const { version } = expectStatus(await this.#send(versionsOf(known.id), body), 201) as { version: number };
    expect(version).to.equal(known.version + 1);
    this.#living.set(known.id, { ...known, title, tag, version });
  }

  async #delete({ id }: Known): Promise<void> {
    const { answer, ms } = await timed(() => this.#client().delete(`/v1/documents/${id}`));
    this.#wrote(ms);
    expectStatus(answer, 204);
    this.#living.delete(id);
    this.#deleted.add(id);
    // The oldest need not be asked for again and again.
    if (this.#deleted.size > DOCUMENTS) this.#deleted.delete([...this.#deleted][0] as string);
  }

  async #send(path: string, body: object): Promise<Answer> {
    const { answer, ms } = await timed(() => this.#client().post(path, body));
    this.#wrote(ms);
    return answer;
  }

  #wrote(ms: number): void {
    this.writes++;
    this.slowestWriteMs = Math.max(this.slowestWriteMs, ms);
  }

  #content() {
    const [title, tag] = [unique(), TAGS[Math.floor(this.#random() * TAGS.length)] as string];
    return { title, tag, body: { title, blocks: [{ type: 'paragraph', content: title }], metadata: { tags: [tag] } } };
  }

  #client(): Client {
    return this.#clients[Math.floor(this.#random() * this.#clients.length)] as Client;
  }

  #expected(tag: string | undefined): unknown[] {
    return [...this.#living.values()]
      .filter((known) => tag === undefined || known.tag === tag)
      .sort((a, b) => (a.title < b.title ? -1 : 1))
      .map(({ id, title, version }) => [id, title, version]);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - begun };
}
