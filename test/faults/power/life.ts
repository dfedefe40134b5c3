/**
 * One life of a process on a data folder: `life.js <folder> <life> <rounds> <killed|closed>`. It says on the standard
 * output what it begins and what it was answered, so both are in the trace of its system calls.
 */
import { writeSync } from 'node:fs';
import { FolderWriter } from '../../../src/adapters/sqlite/writer/folder-writer.js';
import { SqliteDocumentIndex } from '../../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import { derivedId } from '../../../src/domain/ids.js';
import { leaseKey, ownerKey, slotKey } from '../../../src/log/object-keys.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { bodyOf, GENERATION, headOf, OWNERS, type Deed } from './deeds.js';

const HEADS = 6;

const [folder = '', life = '', rounds, end] = process.argv.slice(2);
const writer = new FolderWriter(folder);
const [store, index] = [new SqliteObjectStore(writer), new SqliteDocumentIndex(writer)];
let last = Number(life) * 100_000;

async function tell(kind: Deed['kind'], key: string, work: (number: number) => Promise<unknown>): Promise<void> {
  const number = ++last;
  writeSync(1, `began ${number} ${kind} ${key}\n`);
  writeSync(1, `ended ${number} ${String(await work(number))}\n`);
}

/** Objects of its own, heads of its own, and objects for which all race. */
class Lane {
  readonly #owner: string;
  readonly #random: SeededRandom;
  readonly #made: string[] = [];

  constructor(owner: string, lane: number) {
    this.#owner = owner;
    this.#random = new SeededRandom(Number(life) * 100 + lane);
  }

  async run(): Promise<void> {
    for (let round = 0; round < Number(rounds); round++) {
      if (round % 10 === 0) await this.#create(leaseKey(Number(life) * 1_000 + round));
      await this.#any(round);
      await this.#head(derivedId('document', this.#owner, String(this.#random.below(HEADS))));
    }
  }

  async #any(round: number): Promise<void> {
    const kind = this.#random.weighted({ create: 4, put: 3, remove: 3 });
    const removed = kind === 'remove' ? this.#made.shift() : undefined;
    if (removed !== undefined) return tell('remove', removed, () => store.remove(removed));
    const [owned, made] = [ownerKey(this.#owner), slotKey(derivedId('document', this.#owner, life), round + 1)];
    if (kind === 'put') return tell('put', owned, (number) => store.put(owned, Buffer.from(bodyOf(number))));
    await this.#create(made);
    this.#made.push(made);
  }

  #create(key: string): Promise<void> {
    return tell('create', key, (number) => store.create(key, Buffer.from(bodyOf(number))));
  }

  async #head(key: string): Promise<void> {
    const expected = (await index.readHead(key))?.revision ?? 'absent';
    await tell('head', key, (number) =>
      index.writeHead({ head: headOf({ number, key }, this.#owner), expected, summaries: [] }),
    );
  }
}

store.open();
await tell('install', GENERATION, () => index.install(GENERATION));
await Promise.all(OWNERS.map((owner, lane) => new Lane(owner, lane).run()));
// What it has open stays behind as it is, with the write-ahead logs.
if (end === 'killed') process.kill(process.pid, 'SIGKILL');
await Promise.all([store.close(), index.close()]);
await writer.close();
