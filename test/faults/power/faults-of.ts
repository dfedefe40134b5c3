import { existsSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openFile } from '../../../src/adapters/sqlite/files/connection.js';
import { setMark } from '../../../src/adapters/sqlite/files/copy-mark.js';
import { indexFile } from '../../../src/adapters/sqlite/index/index-file.js';
import { logFile } from '../../../src/adapters/sqlite/files/log-file.js';
import { SqliteDocumentIndex } from '../../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { LivingHead } from '../../../src/domain/head.js';
import { listAll } from '../../support/index-helpers.js';
import { objectsOf } from '../../support/log-objects.js';
import { bodyOf, GENERATION, headOf, OWNERS, type TracedDeed } from './deeds.js';

/** `lost`: all is as it once was, but acknowledged writes are missing. `wrong`: it never was so, or cannot be read. */
export type Fault = { kind: 'lost' | 'wrong'; what: string };
type Found = ReadonlyMap<string, string>;

/** What is wrong with the folder after these deeds. Removes the folder. */
export async function faultsOf(folder: string, deeds: readonly TracedDeed[]): Promise<Fault[]> {
  try {
    const found = await read(folder);
    const byKey = Map.groupBy(deeds, ({ key }) => key);
    return [...new Set([...found.keys(), ...byKey.keys()])].flatMap((key) =>
      faultOfKey(key, found.get(key), byKey.get(key) ?? []),
    );
  } catch (error) {
    return [{ kind: 'wrong', what: String(error) }];
  }
}

/** By key, what each deed of it would leave. */
async function read(folder: string): Promise<Found> {
  claim(folder);
  const [store, index] = [SqliteObjectStore.of(folder), SqliteDocumentIndex.of(folder)];
  try {
    const found = new Map(Object.entries(await objectsOf(store)));
    expectSound(logFile(folder));
    const generation = await index.readGeneration();
    if (generation === undefined) return found;
    found.set(GENERATION, generation);
    for (const owner of OWNERS) {
      for (const head of await listAll(index, { owner })) found.set(head.id, bodyOfHead(head));
    }
    expectSound(indexFile(folder, 1));
    return found;
  } finally {
    // Without its name a file is closed as it is: nothing waits for the disk.
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([store.close(), index.close()]);
  }
}

/** After a power failure the files are the same ones. Here they are copies, which would be refused. */
function claim(folder: string): void {
  const file = logFile(folder);
  if (!existsSync(file)) return;
  const { connection } = openFile(file, { busyMs: 0 });
  setMark(connection, file, 'ended');
  connection.close();
}

function expectSound(file: string): void {
  const { connection } = openFile(file, { busyMs: 0 });
  const found = connection.prepare('PRAGMA quick_check').all();
  connection.close();
  if (!isDeepStrictEqual(found.map(Object.values), [['ok']])) throw new Error(`${file}: ${JSON.stringify(found)}`);
}

function bodyOfHead(head: LivingHead): string {
  const number = Number(head.title.split(' ')[1]);
  const isWhole = isDeepStrictEqual(head, headOf({ number, key: head.id }, head.owner));
  return isWhole ? bodyOf(number) : JSON.stringify(head);
}

function faultOfKey(key: string, found: string | undefined, deeds: readonly TracedDeed[]): Fault[] {
  const answered = deeds.filter(({ outcome }) => outcome !== undefined);
  const changes = deeds.filter(({ outcome }) => outcome !== 'exists');
  const isLast = ({ ended }: TracedDeed) => !changes.some((each) => each.outcome !== undefined && each.began > ended);
  const allowed = changes.filter(isLast).map(leftBy);
  if (answered.length === 0) allowed.push(undefined);
  if (allowed.includes(found)) return [];
  const wasThere = found === undefined || changes.map(leftBy).includes(found);
  const about = deeds.map(({ number, kind, outcome }) => `${kind} ${number}: ${outcome ?? '?'}`).join(', ');
  return [{ kind: wasThere ? 'lost' : 'wrong', what: `${key} is ${found?.slice(0, 40) ?? 'absent'} after ${about}` }];
}

function leftBy({ kind, number }: TracedDeed): string | undefined {
  if (kind === 'install') return GENERATION;
  return kind === 'remove' ? undefined : bodyOf(number);
}
