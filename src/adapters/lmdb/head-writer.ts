import { isFoundAlike, type Head, type LivingHead } from '../../domain/head.js';
import { monthOf } from '../../domain/month.js';
import type { ChangeLog } from './change-log.js';
import type { IndexPlace } from './index-catalog.js';
import { cutTitle, encodeText, idBytes, idKey, scopeKey, searchKey, searchScope } from './index-keys.js';
import { headOfRecord, headRecord } from './index-records.js';
import type { HeadRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

type SearchEntry = { key: Buffer; rest: Buffer };
/** Scopes of one owner by folder and tag: hashing them is dear, and most stay when a head changes. */
type KnownScopes = Map<string, Buffer>;

/** Changes head, search keys, month count and change entry in one transaction. `current`: from `read` in it. */
export class HeadWriter {
  readonly #tables: IndexTables;
  readonly #changes: ChangeLog;

  constructor(tables: IndexTables, changes: ChangeLog) {
    this.#tables = tables;
    this.#changes = changes;
  }

  read(place: IndexPlace, id: Buffer): HeadRecord | undefined {
    return this.#tables.heads.get(idKey(place.prefix, id));
  }

  replace(place: IndexPlace, head: Head, current: HeadRecord | undefined): void {
    const id = idBytes(head.id);
    const before = current && headOfRecord(head.id, current);
    const seqNo = this.#changes.add(place, { kind: 'head', id }, current?.[0]);
    void this.#tables.heads.put(idKey(place.prefix, id), headRecord(head, seqNo));
    if (!before || !areFoundAlike(before, head)) this.#moveEntries(place, before, head);
    if (!before || countedIn(before).join() !== countedIn(head).join()) this.#countIn(place, before, head);
  }

  remove(place: IndexPlace, id: string, current: HeadRecord): void {
    const before = headOfRecord(id, current);
    void this.#tables.heads.remove(idKey(place.prefix, idBytes(id)));
    this.#changes.drop(place, current[0]);
    for (const { key } of searchEntries(place.prefix, before)) void this.#tables.titles.remove(key);
    this.#count(place, before, -1);
  }

  #moveEntries({ prefix }: IndexPlace, before: Head | undefined, after: Head): void {
    const { titles } = this.#tables;
    const known: KnownScopes | undefined =
      before && before.owner === after.owner && !after.deleted ? new Map() : undefined;
    const [old, fresh] = [searchEntries(prefix, before, known), searchEntries(prefix, after, known)];
    // Names of keys are dear, and only a head that is found before and after has any that stay.
    const stay = new Set(old.length > 0 ? fresh.map(nameOfKey) : []);
    for (const entry of old) if (stay.size === 0 || !stay.has(nameOfKey(entry))) void titles.remove(entry.key);
    for (const { key, rest } of fresh) void titles.put(key, rest);
  }

  #countIn(place: IndexPlace, before: Head | undefined, after: Head): void {
    if (before) this.#count(place, before, -1);
    this.#count(place, after, 1);
  }

  #count({ prefix }: IndexPlace, head: Head, change: 1 | -1): void {
    const key = scopeKey(prefix, ...countedIn(head));
    const count = (this.#tables.months.get(key) ?? 0) + change;
    void (count > 0 ? this.#tables.months.put(key, count) : this.#tables.months.remove(key));
  }
}

const countedIn = ({ owner, createdAt }: Head): [owner: string, month: string] => [owner, monthOf(createdAt)];

/** Whether searches find both heads alike, as after most pushes. */
function areFoundAlike(a: Head, b: Head): boolean {
  if (a.deleted || b.deleted) return a.deleted && b.deleted;
  return a.owner === b.owner && isFoundAlike(a, b);
}

/** One key for each combination of folder and tag filters that finds the head. Each key serves all title prefixes. */
function searchEntries(prefix: Buffer, head: Head | undefined, known?: KnownScopes): SearchEntry[] {
  if (!head || head.deleted) return [];
  const title = cutTitle(encodeText(head.foldedTitle));
  const id = idBytes(head.id);
  return Array.from(scopesOf(prefix, head, known), (scope) => ({ key: searchKey(scope, title, id), rest: title.rest }));
}

function nameOfKey({ key }: SearchEntry): string {
  return key.toString('latin1');
}

function* scopesOf(prefix: Buffer, { owner, folderId, tags }: LivingHead, known?: KnownScopes): Generator<Buffer> {
  for (const tag of [undefined, ...tags]) {
    for (const folder of [undefined, folderId]) {
      const scope = { owner, folderId: folder, tag };
      const name = `${folder ?? ''} ${tag === undefined ? '' : `=${tag}`}`;
      const key = known?.get(name) ?? searchScope(prefix, scope);
      known?.set(name, key);
      yield key;
    }
  }
}
