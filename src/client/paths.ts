/** Paths of the interface, below the address of the service. */

export function documentPath(id: string): string {
  return `/v1/documents/${segment(id)}`;
}

export function versionPath(id: string, version: number): string {
  return `${documentPath(id)}/versions/${version}`;
}

export function folderPath(id: string): string {
  return `/v1/folders/${segment(id)}`;
}

export function keyPath(key: string): string {
  return `/v1/documents/by-key/${key.split('/').map(segment).join('/')}`;
}

export function assetPath(sha256: string): string {
  return `/v1/assets/${segment(sha256)}`;
}

/** Raises a RangeError for what would make the path another one: `fetch` resolves dots. */
export function segment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw new RangeError(`"${text}" cannot be part of a path`);
  return encodeURIComponent(text);
}
