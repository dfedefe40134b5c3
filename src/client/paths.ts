export function documentPath(id: string): string {
  return `/v1/documents/${segment(id)}`;
}

export function versionPath(id: string, version: number): string {
  return `${documentPath(id)}/versions/${version}`;
}

export function keyPath(key: string): string {
  return `/v1/documents/by-key/${key.split('/').map(segment).join('/')}`;
}

/** Raises a RangeError for what would make the path another one: `fetch` resolves dots. */
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw new RangeError(`"${text}" cannot be part of a path`);
  return encodeURIComponent(text);
}
