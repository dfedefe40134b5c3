import { AssetLog } from '../../log/asset-log.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { Version } from '../../domain/version.js';
import type { CheckContext } from './check-context.js';

/** Whether what a newest version names is kept, whole, and in use by its document: at most 1,000 times four calls. */
export async function checkAssets(
  { store, persist, findings }: CheckContext,
  { document: { id: documentId, owner }, assets }: Version,
): Promise<void> {
  const log = new AssetLog(store);
  for (const sha256 of new Set(assets.values())) {
    const name = { owner, sha256 };
    const newest = await persist(() => log.newest(name)).catch(unreadableAs(undefined));
    const life = newest?.kind === 'kept' ? newest.life : undefined;
    const read = () => log.usedAt(name, { life: life as number, documentId }).catch(unreadableAs(undefined));
    const isWhole =
      life !== undefined && (await persist(read)) !== undefined && (await persist(() => log.hasBytes(name, life)));
    if (!isWhole) return findings.add('missing asset', documentId);
  }
}
