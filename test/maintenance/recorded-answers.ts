import { expect } from 'chai';
import type { SeededRandom } from '../support/oracle/seeded-random.js';
import { expectStatus, type Answer, type Client } from '../http/client.js';
import { create, createFolder, push, restore, searchFor, unknownId, versionsOf } from '../http/making.js';

type Repeat = { path: string; body: object; key: string };
type Asked = { by: string; method: string; path: string; repeat?: Repeat };
type Heard = { status: number; headers: Record<string, unknown>; bytes: string };

/** What one question was answered with. */
export type RecordedAnswer = { asked: Asked; heard: Heard };

/** Those of the answer itself; the others tell of the connection, the moment, or what the caller has left. */
const HEADERS = [
  'content-type',
  'content-length',
  'etag',
  'last-modified',
  'cache-control',
  'vary',
  'location',
  'x-request-id',
];
const WORDS = ['Alpha', 'Größe', 'école', '東京', 'straße 9', 'b🙂', '-dash', 'ALPHA two'];
const TAGS = ['red', 'GREEN', 'größe', 'a b'];
const EACH_PAGE = 7;

/** Everything that owners made, and what of it can be asked for. */
export class Dataset {
  readonly #callers: Readonly<Record<string, Client>>;
  readonly #random: SeededRandom;
  readonly #questions: Asked[] = [];
  readonly #folders: { id: string; owner: string }[] = [];

  /** `callers`: by the names of their owners. */
  constructor(callers: Readonly<Record<string, Client>>, random: SeededRandom) {
    this.#callers = callers;
    this.#random = random;
  }

  /** Folders in folders, and documents that are pushed to, restored, repeated and deleted. */
  async make(documents: number): Promise<void> {
    for (const owner of this.#owners) {
      for (let n = 0; n < 6; n++) await this.#makeFolder(owner, n);
      for (let n = 0; n < documents; n++) await this.#makeDocument(owner, n);
    }
    for (const owner of this.#owners) this.#askSearches(owner);
  }

  /** Asks everything, in the same order and under the same names each time. */
  async recordAnswers(callers = this.#callers): Promise<RecordedAnswer[]> {
    const heard: RecordedAnswer[] = [];
    for (const [n, asked] of this.#questions.entries()) {
      heard.push({ asked, heard: hear(await ask(callers[asked.by] as Client, asked, `question-${n}`)) });
    }
    return heard;
  }

  get #owners(): string[] {
    return Object.keys(this.#callers);
  }

  async #makeFolder(owner: string, n: number): Promise<void> {
    const mine = this.#folders.filter((folder) => folder.owner === owner);
    const parent = mine.length > 0 && this.#random.chance(0.7) ? this.#random.pick(mine).id : undefined;
    const name = `${this.#random.pick(WORDS)} ${n}`;
    const folder = await createFolder(this.#caller(owner), { name, ...(parent ? { parent_id: parent } : {}) });
    this.#folders.push({ id: folder.id, owner });
    this.#ask(owner, `/v1/folders?parent_id=${folder.id}`);
    this.#ask(this.#other(owner), `/v1/folders?parent_id=${folder.id}`);
  }

  async #makeDocument(owner: string, n: number): Promise<void> {
    const caller = this.#caller(owner);
    const body = { ...this.#content(n), ...this.#place(owner) };
    const key = this.#random.chance(0.3) ? `create-${owner}-${n}` : undefined;
    const { id } = await create(caller, body, key === undefined ? {} : { 'Idempotency-Key': key });
    const isDeleted = this.#random.chance(0.15);
    if (key !== undefined && !isDeleted) this.#askAgain(owner, { path: '/v1/documents', body, key });
    const versions = await this.#push(owner, id, isDeleted);
    if (isDeleted) expectStatus(await caller.delete(`/v1/documents/${id}`), 204);
    this.#askAbout(owner, id, versions);
  }

  async #push(owner: string, id: string, isDeleted: boolean): Promise<number> {
    const caller = this.#caller(owner);
    const pushes = this.#random.below(5);
    for (let n = 1; n <= pushes; n++) {
      const body = this.#content(n);
      const key = `push-${id}-${n}`;
      const { version } = await push(caller, id, body, { 'Idempotency-Key': key });
      if (!isDeleted) this.#askAgain(owner, { path: versionsOf(id), body, key });
      if (this.#random.chance(0.2)) await restore(caller, id, version);
    }
    return pushes + 2;
  }

  #askAbout(owner: string, id: string, versions: number): void {
    this.#ask(owner, `/v1/documents/${id}`);
    this.#ask(this.#other(owner), `/v1/documents/${id}`);
    this.#ask(owner, `/v1/documents/${id}`, 'HEAD');
    this.#ask(owner, versionsOf(id));
    this.#ask(owner, `${versionsOf(id)}?limit=2&offset=1`);
    for (let version = 1; version <= versions; version++) this.#ask(owner, `${versionsOf(id)}/${version}`);
  }

  #askSearches(owner: string): void {
    this.#ask(owner, `/v1/documents/${unknownId()}`);
    this.#ask(owner, '/v1/folders');
    for (const word of WORDS) {
      for (const q of [word, [...word].slice(0, 2).join(''), word.toLowerCase()]) {
        for (let offset = 0; offset <= 3 * EACH_PAGE; offset += EACH_PAGE) {
          this.#ask(owner, searchFor({ q, limit: EACH_PAGE, offset }));
        }
        for (const tag of TAGS) this.#ask(owner, searchFor({ q, tag }));
      }
    }
  }

  #ask(by: string, path: string, method = 'GET'): void {
    this.#questions.push({ by, method, path });
  }

  #askAgain(by: string, repeat: Repeat): void {
    this.#questions.push({ by, method: 'POST', path: repeat.path, repeat });
  }

  #content(n: number) {
    const tags = TAGS.filter(() => this.#random.chance(0.4));
    const title = `${this.#random.pick(WORDS)} ${n}`;
    const blocks = [
      { type: 'heading', content: title, metadata: { level: 2 } },
      ...Array.from({ length: this.#random.below(4) }, (_, i) => ({
        type: 'paragraph',
        content: `${i}: ${title} ✓\t`,
      })),
    ];
    return { title, blocks, metadata: { tags, extra: { n, nothing: null, deep: [{ é: 1.5e300 }] } } };
  }

  #place(owner: string) {
    const mine = this.#folders.filter((folder) => folder.owner === owner);
    return { folder_id: this.#random.pick(mine).id, visibility: this.#random.pick(['private', 'public']) };
  }

  #caller(owner: string): Client {
    return this.#callers[owner] as Client;
  }

  #other(owner: string): string {
    return this.#owners.find((each) => each !== owner) as string;
  }
}

function ask(client: Client, { method, path, repeat }: Asked, id: string): Promise<Answer> {
  const headers = { 'X-Request-Id': id };
  if (!repeat) return client.send(method, path, { headers });
  return client.post(path, repeat.body, { ...headers, 'Idempotency-Key': repeat.key });
}

function hear({ status, headers, bytes }: Answer): Heard {
  return {
    status,
    headers: Object.fromEntries(HEADERS.map((name) => [name, headers[name]])),
    bytes: bytes.toString('base64'),
  };
}

/** Fails with the first difference, in plain text. */
export function expectSameAnswers(now: readonly RecordedAnswer[], before: readonly RecordedAnswer[]): void {
  expect(now.length).to.equal(before.length);
  for (const [i, { asked, heard }] of before.entries()) {
    expect(readable(now[i]?.heard), `${asked.by}: ${asked.method} ${asked.path}`).to.deep.equal(readable(heard));
  }
}

function readable(heard: Heard | undefined): unknown {
  return heard && { ...heard, text: Buffer.from(heard.bytes, 'base64').toString() };
}
