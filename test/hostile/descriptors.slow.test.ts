// Slow: uses up the descriptors of a process, and watches for nine seconds what it answers.
/** A flood of connections at a process of few descriptors: it goes on, and forgets no revocation. */
import { expect } from 'chai';
import { createKey, quire } from '../cli/quire.js';
import { describeModes } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { descriptors } from './support/figures.js';
import { Flood } from './support/flood.js';
import { HostileTarget } from './support/target.js';
import { head, Wire } from './support/wire.js';

const TEST_MS = 90_000;
const OPEN_FILES = 512;
const CONNECTIONS = 600;
/** What the process keeps for files, and for its parts. */
const KEPT_FOR_OTHERS = 100;
const READS = 40;
const REVOKED_WITHIN_MS = 5_000;
const WATCHED_MS = 9_000;
const BEGUN_MS = 10_000;
const ASK_EVERY_MS = 25;
const HONEST = '127.0.5.1';

describeModes('hostile: 600 connections at a process of 512 descriptors', (makeStorage) => {
  let target: HostileTarget;
  let flood: Flood | undefined;
  before(async () => {
    target = await HostileTarget.start(await makeStorage(), { openFiles: OPEN_FILES });
  });
  afterEach(async () => {
    flood?.stop();
    await eventually('it is over', BEGUN_MS, () => descriptors(target.pid) < OPEN_FILES / 2);
  });
  after(() => target.dispose());

  async function begin(): Promise<void> {
    flood = new Flood(target.url, CONNECTIONS);
    await flood.begun();
  }

  /** The status of a read on a connection of its own; undefined where that was reset. */
  async function read(key: string, path: string): Promise<number | undefined> {
    const wire = new Wire(target.url, { from: HONEST, reads: true });
    wire.write(head({ path, headers: { 'X-API-Key': key } }));
    await eventually('answered', 5_000, () => wire.statuses.length > 0 || wire.isEnded).catch(() => undefined);
    wire.close();
    return wire.statuses[0];
  }

  it('keep no reader from another address from being answered, and leave descriptors for everything else', async function () {
    this.timeout(TEST_MS);
    const key = await target.key();
    const id = await target.create(key, {});
    await begin();
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < READS; n++) statuses.push(await read(key, `/v1/documents/${id}`));
    expect(statuses.filter((status) => status === 200)).to.have.length(READS);
    expect(descriptors(target.pid)).to.be.below(OPEN_FILES - KEPT_FOR_OTHERS);
  });

  it('keep no revoked key alive for longer than five seconds', async function () {
    this.timeout(TEST_MS);
    const { key, id } = await createKey(
      target.env,
      '--owner',
      'thief',
      '--roles',
      'folders:read',
      '--plan',
      'unmetered',
    );
    const thief = new Thief(target.url, key);
    try {
      await eventually('the key works', 10_000, () => thief.sawSince(0, 200));
      await begin();
      const { code, stderr } = await quire(target.env, 'keys', 'revoke', id);
      expect(code, stderr).to.equal(0);
      const revokedAt = performance.now();
      await eventually('long enough', WATCHED_MS + 5_000, () => performance.now() > revokedAt + WATCHED_MS);
      expect(thief.sawSince(revokedAt + REVOKED_WITHIN_MS, 200)).to.equal(false);
      // It went on asking, so it would have seen it.
      expect(thief.sawSince(revokedAt + REVOKED_WITHIN_MS, 401)).to.equal(true);
    } finally {
      thief.stop();
    }
  });
});

/** Reads with a key again and again, on a connection that it keeps while it can. */
class Thief {
  readonly #url: string;
  readonly #request: string;
  readonly #seen: { at: number; status: number }[] = [];
  readonly #timer: NodeJS.Timeout;
  #wire: Wire;
  #counted = 0;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#request = head({ path: '/v1/folders', headers: { 'X-API-Key': key } });
    this.#wire = this.#connect();
    this.#timer = setInterval(() => this.#ask(), ASK_EVERY_MS);
  }

  sawSince(time: number, status: number): boolean {
    return this.#seen.some((each) => each.at > time && each.status === status);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#wire.close();
  }

  #connect(): Wire {
    const wire = new Wire(this.#url, { reads: true });
    this.#counted = 0;
    wire.write(this.#request);
    return wire;
  }

  #ask(): void {
    const { statuses } = this.#wire;
    const news = statuses.slice(this.#counted);
    this.#counted = statuses.length;
    for (const status of news) this.#seen.push({ at: performance.now(), status });
    if (this.#wire.isEnded) this.#wire = this.#connect();
    else if (news.length > 0) this.#wire.write(this.#request);
  }
}
