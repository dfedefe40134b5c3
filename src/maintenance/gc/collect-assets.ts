import { mapConcurrently } from '../../platform/concurrently.js';
import { firstOf } from '../../platform/first-of.js';
import { AssetLog, type AssetEntry } from '../../log/asset-log.js';
import { unreadableAs } from '../../log/json-objects.js';
import { ASSET_LOG_PREFIX, assetEntryKey, assetKey, ASSETS_PREFIX, type AssetName } from '../../log/object-keys.js';
import { batchesOf } from '../../platform/chunks.js';
import { mergeById } from '../shared/merge-by-id.js';
import { scanAssets } from '../shared/scan-log.js';
import { NEVER, skip, type Collecting } from './gc-job.js';

/** Twice what a write takes for fresh, counted from the begin of gc. */
const AGE_MS = 86_400_000;
const BATCH = 64;
const AT_ONCE = 8;

type Collection = Collecting & { assets: AssetLog; before: number };
/** `entries`, `lives`: their numbers, as listed. */
type Listed = { name: AssetName; entries: readonly number[]; lives: readonly number[] };

/**
 * Ends assets that nobody has wanted for a day, and that no document uses. Removes what ended ones and killed uploads
 * have left. The last entry stays for good: a late removal could hit an asset that begins anew.
 */
export async function collectAssets(collecting: Collecting): Promise<void> {
  const { store, now, persist, stop, progress } = collecting;
  const collection = { ...collecting, assets: new AssetLog(store), before: now().getTime() - AGE_MS };
  const merged = mergeById(
    scanAssets({ store, persist }, ASSET_LOG_PREFIX),
    scanAssets({ store, persist }, ASSETS_PREFIX),
  );
  for await (const batch of batchesOf(merged, BATCH)) {
    stop.throwIfAborted();
    await mapConcurrently(batch, AT_ONCE, ({ left, right }) => {
      const { owner, sha256 } = (left ?? right) as AssetName;
      const listed = { name: { owner, sha256 }, entries: left?.numbers ?? [], lives: right?.numbers ?? [] };
      return collectAsset(collection, listed);
    });
    progress.advance(batch.length);
  }
}

async function collectAsset(collection: Collection, listed: Listed): Promise<void> {
  const { assets, persist } = collection;
  const { name } = listed;
  const number = listed.entries.at(-1) ?? 0;
  const read = () => assets.read(name, number).catch(unreadableAs('unreadable'));
  const newest = number === 0 ? undefined : await persist(read);
  if (newest === 'unreadable') return skip(collection, assetEntryKey(name, number));
  // A higher one was claimed meanwhile.
  if (number > 0 && !newest) return;
  if (newest?.kind === 'kept') {
    const isWanted = Date.parse(newest.at) >= collection.before || (await isUsed(collection, name, newest.life));
    if (isWanted) return clean(collection, listed, { number, kept: newest.life });
  } else if (!listed.lives.some((life) => life > number)) {
    return clean(collection, listed, { number, kept: 0 });
  }
  await end(collection, listed, number + 1);
}

/** Nothing is removed before (rule endBeforeRemoval): the first claim of this number decides. */
async function end(collection: Collection, listed: Listed, number: number): Promise<void> {
  const { assets, persist, lease, counts, now } = collection;
  await lease?.check();
  const entry: AssetEntry = { number, kind: 'ended', at: now().toISOString() };
  if (lease && !(await persist(() => assets.claim(listed.name, entry)))) return;
  counts.assets++;
  await clean(collection, listed, { number, kept: 0 });
}

/** Removes lower entries, and the bytes of lives that no entry can name any more, with their uses. */
async function clean(
  { assets, store, persist, lease }: Collection,
  { name, entries, lives }: Listed,
  { number, kept }: { number: number; kept: number },
): Promise<void> {
  if (!lease) return;
  const dead = lives.filter((life) => life <= number && life !== kept);
  const lower = entries.filter((entry) => entry < number);
  if (dead.length === 0 && lower.length === 0) return;
  await lease.check();
  for (const life of dead) {
    await persist(() => store.remove(assetKey(name, life)));
    await persist(() => assets.removeUses(name, life));
  }
  for (const entry of lower) await persist(() => store.remove(assetEntryKey(name, entry)));
}

async function isUsed(collection: Collection, name: AssetName, life: number): Promise<boolean> {
  const { assets, persist, admin, index, log } = collection;
  // A scan that fails is begun again.
  return persist(async () => {
    for await (const ids of batchesOf(assets.uses(name, life), BATCH)) {
      const heads = await admin.readHeads(index, ids);
      for (const [i, documentId] of ids.entries()) {
        const head = heads[i]?.head;
        if (head?.deleted === false) return true;
        // What a deleted document has left goes after its retention. A write that may still claim a slot relies on an
        // entry that is too young for gc.
        if (head?.updatedAt !== NEVER && (await firstOf(log.slots(documentId)))) return true;
      }
    }
    return false;
  });
}
