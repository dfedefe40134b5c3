import { createHash } from 'node:crypto';

/** Other files of a version: by the targets in its text, the SHA-256 of their bytes, in hexadecimal. */
export type Assets = ReadonlyMap<string, string>;

/** `root`: where the keys of the pusher begin, from which targets with a slash are resolved. Null: never sent. */
export type Attached = { assets: Assets; root: string | null };

/** What is absent is as in the newest version. */
export type SentAttached = { assets?: Assets; root?: string };

/** `sha256`: of the map. */
export type AssetsInfo = { sha256: string; names: number };

export const NO_ASSETS: Assets = new Map();

const HASH_BYTES = 64;

/** Null: there are none. Ignores the order of names. */
export function assetsInfo(assets: Assets): AssetsInfo | null {
  if (assets.size === 0) return null;
  const entries = [...assets].sort(([one], [other]) => (one < other ? -1 : 1));
  const sha256 = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  return { sha256, names: assets.size };
}

/** Whether the newest version has what was sent. What is absent is not compared. */
export function isAttached(
  head: { assets: AssetsInfo | null; root: string | null },
  { assets, root = head.root ?? undefined }: SentAttached,
): boolean {
  if ((root ?? null) !== head.root) return false;
  return assets === undefined || assetsInfo(assets)?.sha256 === head.assets?.sha256;
}

/** About the size in the log. */
export function assetsBytes(assets: Assets): number {
  let bytes = 0;
  for (const name of assets.keys()) bytes += Buffer.byteLength(name) + HASH_BYTES;
  return bytes;
}
