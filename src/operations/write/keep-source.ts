import { jsonKey } from '../../domain/content/content-digest.js';
import type { HashedContent } from '../../domain/content/content-hash.js';
import type { Content } from '../../domain/document.js';
import type { LivingHead } from '../../domain/head.js';
import type { JsonObject } from '../../domain/json.js';
import type { Source } from '../../domain/content/source.js';
import type { Version } from '../../domain/version.js';
import type { OnSize } from '../../ports/object-store.js';
import { assetsBytes, isAttached, NO_ASSETS, type Attached } from '../../domain/content/assets.js';
import type { AssetPorts } from '../assets/kept-assets.js';
import { readHeldVersion, type VersionReads } from '../read-version.js';

type NewContent = Pick<HashedContent, 'source' | 'contentHash' | 'assets' | 'root'>;
/** `keptBytes`: of what comes from the newest version. `shown`: private, where a kept file says so. */
type KeptParts = Attached & { source: Source | null; keptBytes: number; shown: { visibility?: 'private' } };
/** Whether the file of a version says that it is private. */
export type IsPrivate = (version: Pick<Version, 'source' | 'contentType'>) => Promise<boolean>;
type Keeping = { head: LivingHead; isPrivate: IsPrivate; onSize?: OnSize | undefined };
type Head = Pick<LivingHead, 'title' | 'contentType' | 'metadata'>;

/**
 * Source and assets of the version after this head: those of the content, else the assets of the newest version, and
 * its source if the content is equal. So a whole document can be pushed back, and its folder changed. Assets that are
 * new to the document are in use from now on. Raises `ASSET_NOT_FOUND`, and what `readHeldVersion` raises.
 */
export async function keptParts(
  ports: VersionReads & AssetPorts,
  { head, isPrivate, onSize }: Keeping,
  content: NewContent,
): Promise<KeptParts> {
  const { source, contentHash, assets, root } = content;
  const keepsSource = !source && head.source !== null && head.contentHash === contentHash;
  const keepsAssets = !assets && head.assets !== null;
  const changesAssets = assets !== undefined && !isAttached(head, { assets });
  const isNeeded = keepsSource || keepsAssets || (changesAssets && head.assets !== null);
  const wanted = { documentId: head.id, version: head.currentVersion };
  const newest = isNeeded ? (await readHeldVersion(ports, wanted, onSize)).version : undefined;
  if (changesAssets) await ports.assets.use(head, assets, newest?.assets ?? NO_ASSETS);
  const keptSource = (keepsSource && newest?.source) || null;
  const keptAssets = (keepsAssets && newest?.assets) || NO_ASSETS;
  return {
    source: source ?? keptSource,
    assets: assets ?? keptAssets,
    root: root ?? head.root,
    shown: newest && keptSource && (await isPrivate(newest)) ? { visibility: 'private' } : {},
    keptBytes: (keptSource?.bytes ?? 0) + assetsBytes(keptAssets),
  };
}

/**
 * Whether the newest version has this content, and what was sent with it. With equal sources, blocks may differ:
 * another release made them.
 */
export function hasContent(head: LivingHead, content: Content & NewContent): boolean {
  const { source, contentHash } = content;
  if (!isAttached(head, content)) return false;
  if (!source) return head.contentHash === contentHash;
  return head.source?.sha256 === source.sha256 && !differsFrom(head, content);
}

/** Whether the title, the metadata or the content type is another one. What is absent is not compared. */
export function differsFrom(head: Head, { metadata, title, contentType }: Partial<Content>): boolean {
  if (metadata !== undefined && jsonKey(metadata) !== jsonKey(metadataOf(head))) return true;
  return (title ?? head.title) !== head.title || (contentType ?? head.contentType) !== head.contentType;
}

export function metadataOf({ metadata }: Pick<LivingHead, 'metadata'>): JsonObject | null {
  return metadata === null ? null : (JSON.parse(metadata) as JsonObject);
}
