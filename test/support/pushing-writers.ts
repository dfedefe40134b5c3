import { EventEmitter, once } from 'node:events';
import type { Head } from '../../src/domain/head.js';
import type { DocumentIndex, HeadOutcome, Revision } from '../../src/ports/document-index.js';
import { livingHead, tombstoneOf, versionSummary } from './factories.js';

type Options = { writers: number; documents: number };

/**
 * Writers that push to a few shared documents without a pause, one push in twelve being a deletion, until the index
 * refuses them. A new document takes the place of a deleted one.
 */
export class PushingWriters {
  /** The highest version of each document that was answered as written. */
  readonly acknowledged = new Map<string, number>();
  readonly #index: DocumentIndex;
  readonly #options: Options;
  readonly #ids: string[] = [];
  readonly #answers = new EventEmitter();
  #running: Promise<unknown> = Promise.resolve();
  #written = 0;

  constructor(index: DocumentIndex, options: Options) {
    this.#index = index;
    this.#options = options;
  }

  async begin(): Promise<void> {
    for (let count = 0; count < this.#options.documents; count++) {
      const head = livingHead();
      await this.#write(head, 'absent');
      this.#ids.push(head.id);
    }
    this.#running = Promise.all(Array.from({ length: this.#options.writers }, (_, n) => this.#push(n)));
    // The caller that waits for them is told. Until then nobody waits.
    this.#running.catch(() => undefined);
  }

  /** Waits until so many more writes were answered. */
  async more(count: number): Promise<void> {
    const goal = this.#written + count;
    while (this.#written < goal) await Promise.race([once(this.#answers, 'written'), this.#ended()]);
  }

  /** Waits until every writer was refused. */
  async refused(): Promise<void> {
    await this.#running;
  }

  async #ended(): Promise<never> {
    await this.#running;
    throw new Error('the writers were refused already');
  }

  async #push(writer: number): Promise<void> {
    for (let turn = writer; ; turn++) {
      const storage = (turn * 31 + writer) % this.#ids.length;
      const outcome = await this.#pushTo(storage, turn % 12 === 0);
      if (outcome === 'refused') return;
    }
  }

  async #pushTo(storage: number, ends: boolean): Promise<HeadOutcome> {
    const id = this.#ids[storage] as string;
    const found = await this.#index.readHead(id);
    if (!found) throw new Error(`the head ${id} is missing`);
    if (found.head.deleted) return this.#replace(storage, id);
    const next = ends ? tombstoneOf(found.head) : { ...found.head, currentVersion: found.head.currentVersion + 1 };
    return this.#write(next, found.revision);
  }

  async #replace(storage: number, id: string): Promise<HeadOutcome> {
    const head = livingHead();
    const outcome = await this.#write(head, 'absent');
    if (outcome === 'written' && this.#ids[storage] === id) this.#ids[storage] = head.id;
    return outcome;
  }

  async #write(head: Head, expected: Revision | 'absent'): Promise<HeadOutcome> {
    const summaries = [versionSummary({ version: head.currentVersion })];
    const outcome = await this.#index.writeHead({ head, expected, summaries });
    if (outcome === 'written') this.#note(head);
    return outcome;
  }

  #note({ id, currentVersion }: Head): void {
    this.#written++;
    this.#answers.emit('written');
    this.acknowledged.set(id, Math.max(currentVersion, this.acknowledged.get(id) ?? 0));
  }
}
