import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentName, segmentNumbers } from '../../src/adapters/segments/segment-files.js';
import type { SegmentLogOptions } from '../../src/adapters/segments/segment-log.js';
import { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

/** Nothing is emptied while a test runs. */
export const NEVER_MS = 2 ** 30;

/** A folder of segments, and the stores that a test opened on it. */
export class SegmentFolder {
  readonly path: string;
  readonly #stores: SegmentObjectStore[] = [];

  static async make(): Promise<SegmentFolder> {
    return new SegmentFolder(await mkdtemp(join(tmpdir(), 'quire-segments-')));
  }

  private constructor(path: string) {
    this.path = path;
  }

  async open(options: SegmentLogOptions = { lookAfterMs: NEVER_MS }): Promise<SegmentObjectStore> {
    const store = new SegmentObjectStore(this.path, options);
    this.#stores.push(store);
    await store.open();
    return store;
  }

  numbers(): Promise<number[]> {
    return segmentNumbers(this.path);
  }

  pathOf(number: number): string {
    return join(this.path, segmentName(number));
  }

  bytesOf(number: number): Promise<Buffer> {
    return readFile(this.pathOf(number));
  }

  /** A folder with the same files, of which one may have other bytes. */
  async copy(changed: ReadonlyMap<number, Uint8Array> = new Map()): Promise<SegmentFolder> {
    const copy = await SegmentFolder.make();
    for (const number of await this.numbers()) {
      await writeFile(copy.pathOf(number), changed.get(number) ?? (await this.bytesOf(number)));
    }
    return copy;
  }

  async remove(): Promise<void> {
    for (const store of this.#stores) await store.close();
    await rm(this.path, { recursive: true });
  }

  async names(): Promise<string[]> {
    return (await readdir(this.path)).sort();
  }
}

/** Every object as key and text. */
export async function objectsOf(store: ObjectStore, prefix = ''): Promise<Record<string, string>> {
  const objects: Record<string, string> = {};
  for await (const key of store.list(prefix)) objects[key] = String(await store.read(key));
  return objects;
}

/** The segment that is written to, from 1, and the bytes in it. */
export function endAt({ end }: SegmentObjectStore): { segment: number; offset: number } {
  const [segment = 0, offset = 0] = (end ?? '').split(':').map(Number);
  return { segment, offset };
}
