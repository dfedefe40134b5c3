import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RecordedFile, type Luck } from './recorded-file.js';
import type { Change, TracedStep } from './trace.js';

type Event = { at: number; do: () => void };

/**
 * A folder on a disk that is sure to have what was synced and nothing else: of a file its bytes, of the folder its
 * names. A sync holds what was complete when it began.
 */
export class RecordedDisk {
  #names: Map<string, RecordedFile>;
  #synced: Map<string, RecordedFile>;

  /** As `folder` is after the power came back: all of it has outlived the failure. */
  static of(folder: string): RecordedDisk {
    return new RecordedDisk(
      new Map(readdirSync(folder).map((name) => [name, new RecordedFile(readFileSync(join(folder, name)))])),
    );
  }

  private constructor(names: Map<string, RecordedFile>) {
    this.#names = names;
    this.#synced = new Map(names);
  }

  /** What of the changes happened before the step `cut`, and what was under way then. */
  apply(changes: readonly TracedStep<Change>[], cut: number): void {
    const events = changes.filter(({ began }) => began < cut).flatMap((change) => this.#eventsOf(change, cut));
    for (const event of events.sort((a, b) => a.at - b.at)) event.do();
  }

  /** Writes to the new folder `to` what other processes see when the process is killed now. */
  kill(to: string, random: () => number): void {
    writeAll(
      to,
      [...this.#names].map(([name, file]) => [name, file.kill(random)]),
    );
  }

  /** Writes to the new folder `to` what is left when the power fails now. */
  fail(to: string, luck: Luck): void {
    const left = new Map(this.#synced);
    for (const name of new Set([...this.#names.keys(), ...this.#synced.keys()])) {
      const now = this.#names.get(name);
      if (now === this.#synced.get(name) || luck.random() >= luck.chance) continue;
      if (now) left.set(name, now);
      else left.delete(name);
    }
    writeAll(
      to,
      [...left].map(([name, file]) => [name, file.fail(luck)]),
    );
  }

  #eventsOf(change: TracedStep<Change>, cut: number): Event[] {
    const { began, ended } = change;
    if (change.kind === 'sync') {
      let finish: () => void = () => undefined;
      const begin = () => {
        finish = this.#beginSync(change.path);
      };
      return [{ at: began, do: begin }, ...(ended < cut ? [{ at: ended, do: () => finish() }] : [])];
    }
    return [{ at: Math.min(ended, cut), do: () => this.#change(change, ended < cut) }];
  }

  #beginSync(path: string): () => void {
    const file = this.#names.get(basename(path));
    if (file) return file.beginSync();
    const names = new Map(this.#names);
    return () => {
      this.#synced = names;
    };
  }

  /** What is under way is like what has ended and is not synced. */
  #change(change: Change, hasEnded: boolean): void {
    const name = basename(change.path);
    if (change.kind === 'make file') return void this.#names.set(name, new RecordedFile());
    if (change.kind === 'unlink') return void this.#names.delete(name);
    const file = this.#names.get(name);
    if (!file) throw new Error(`the trace knows nothing of ${name}`);
    if (change.kind === 'truncate') file.truncate(change.bytes);
    if (change.kind !== 'write') return;
    const data = Buffer.from(change.data, 'base64');
    if (hasEnded) file.write(change.at, data, change.isDurable);
    else file.beginWrite(change.at, data);
  }
}

function writeAll(folder: string, files: readonly (readonly [string, Buffer])[]): void {
  mkdirSync(folder);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}
