import { expect } from 'chai';
import { expectStatus, header, type Answer, type Client } from '../http/client.js';
import { digestOf } from '../support/oracle/files.js';
import { keyPath, searchFor, unique, versionsOf, type FoundPage, type PutDocument } from '../http/making.js';

/** `file`: of its newest version; undefined: that was made of blocks. */
type Known = Content & { id: string; version: number; key: string | undefined };
type Content = { title: string; tag: string; file: string | undefined };

type Listed = { id: string; source: { sha256: string } | null };

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
  /** The keys whose documents were deleted, each with the last one. */
  readonly #ended = new Map<string, string>();
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
    if (this.#living.size < 2 || (dice < 0.2 && this.#living.size < DOCUMENTS)) {
      return this.#random() < 0.5 ? this.#create() : this.#putFirst();
    }
    const known = [...this.#living.values()][Math.floor(this.#random() * this.#living.size)] as Known;
    if (dice > 0.9) return this.#delete(known);
    if (dice > 0.8) return this.#patch(known);
    return known.key === undefined ? this.#push(known) : this.#putNext(known, known.key);
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
    for (const { id, title, version, file } of this.#living.values()) {
      const answer = await this.#client().get<{ title: string; source: unknown }>(`/v1/documents/${id}`);
      expect(expectStatus(answer, 200).title).to.equal(title);
      expect(answer.body.source === null).to.equal(file === undefined);
      const sent = await this.#client().get(`/v1/documents/${id}`, { Accept: 'text/markdown' });
      if (file !== undefined) expect(sent.text).to.equal(file);
      expect(header(answer, 'ETag')).to.equal(`"${version}"`);
      const list = await this.#client().get<{ versions: { version: number }[] }>(versionsOf(id));
      const numbers = list.body.versions.map(({ version: number }) => number).sort((a, b) => a - b);
      expect(numbers).to.deep.equal(Array.from({ length: version }, (_, i) => i + 1));
    }
    for (const { id, key } of this.#living.values()) {
      if (key !== undefined)
        expect(expectStatus(await this.#client().get<PutDocument>(keyPath(key)), 200).id).to.equal(id);
    }
    for (const key of this.#ended.keys()) expect((await this.#client().get(keyPath(key))).status).to.equal(404);
    for (const id of this.#deleted) expect((await this.#client().get(`/v1/documents/${id}`)).status).to.equal(404);
    for (let i = 0; i < 4; i++) await this.search();
    await this.#verifyList();
  }

  /** It has of the head what a GET has of the version. */
  async #verifyList(): Promise<void> {
    const answer = await this.#client().get<{ documents: Listed[] }>('/v1/documents?limit=200');
    const listed = expectStatus(answer, 200).documents.map(({ id, source }) => [id, source?.sha256]);
    const known = [...this.#living.values()].map(({ id, file }) => [id, file === undefined ? file : digestOf(file)]);
    expect(listed).to.have.deep.members(known);
  }

  async #create(): Promise<void> {
    const { body, ...content } = this.#content();
    const { id } = expectStatus(await this.#post('/v1/documents', body), 201) as { id: string };
    this.#living.set(id, { id, ...content, version: 1, key: undefined });
  }

  /** Of a new key, or of one whose document was deleted. */
  async #putFirst(): Promise<void> {
    const [key = unique(), former] = [...this.#ended][0] ?? [];
    const { body, ...content } = this.#content();
    const { id, result, version } = await this.#put(key, body, 201);
    expect({ result, version, isNew: id !== former }).to.deep.equal({ result: 'created', version: 1, isNew: true });
    this.#ended.delete(key);
    this.#living.set(id, { id, ...content, version, key });
  }

  /** Sent twice: the second one changes nothing. */
  async #putNext(known: Known, key: string): Promise<void> {
    const { body, ...content } = this.#content();
    for (const expected of ['updated', 'unchanged']) {
      const { id, result, version } = await this.#put(key, body, 200);
      expect({ id, result, version }).to.deep.equal({ id: known.id, result: expected, version: known.version + 1 });
    }
    this.#living.set(known.id, { ...known, ...content, version: known.version + 1 });
  }

  async #patch(known: Known): Promise<void> {
    const title = unique();
    const answer = await this.#send((client) => client.patch(`/v1/documents/${known.id}`, { title }));
    const { version } = expectStatus(answer, 200) as { version: number };
    expect(version).to.equal(known.version + 1);
    this.#living.set(known.id, { ...known, title, version, file: undefined });
  }

  async #push(known: Known): Promise<void> {
    const { body, ...content } = this.#content();
    const { version } = expectStatus(await this.#post(versionsOf(known.id), body), 201) as { version: number };
    expect(version).to.equal(known.version + 1);
    this.#living.set(known.id, { ...known, ...content, version });
  }

  async #delete({ id, key }: Known): Promise<void> {
    const path = key === undefined ? `/v1/documents/${id}` : keyPath(key);
    expectStatus(await this.#send((client) => client.delete(path)), 204);
    this.#living.delete(id);
    if (key !== undefined) this.#ended.set(key, id);
    this.#deleted.add(id);
    // The oldest need not be asked for again and again.
    if (this.#deleted.size > DOCUMENTS) this.#deleted.delete([...this.#deleted][0] as string);
  }

  #post(path: string, body: object): Promise<Answer> {
    return this.#send((client) => client.post(path, body));
  }

  async #put(key: string, body: object, status: 200 | 201): Promise<PutDocument> {
    return expectStatus(await this.#send((client) => client.put<PutDocument>(keyPath(key), body)), status);
  }

  async #send<T>(call: (client: Client) => Promise<Answer<T>>): Promise<Answer<T>> {
    const { answer, ms } = await timed(() => call(this.#client()));
    this.writes++;
    this.slowestWriteMs = Math.max(this.slowestWriteMs, ms);
    return answer;
  }

  #content(): Content & { body: object } {
    const [title, tag] = [unique(), TAGS[Math.floor(this.#random() * TAGS.length)] as string];
    const blocks = { title, blocks: [{ type: 'paragraph', content: title }], metadata: { tags: [tag] } };
    if (this.#random() < 0.5) return { title, tag, file: undefined, body: blocks };
    const file = `---\r\ntags: [${tag}] # one\r\n---\r\n# ${title}\r\n\r\n<!-- hidden -->\r\n* ${title}`;
    return { title, tag, file, body: { markdown: file } };
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
