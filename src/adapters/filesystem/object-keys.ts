const SEGMENT = /^[A-Za-z0-9._-]+$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name) && name !== '.' && name !== '..';
}

export function isKey(text: string): boolean {
  return text.split('/').every(isSegment);
}

/** Raises a `TypeError` for an invalid key, which could name a file outside the folder. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError('an object key is outside the grammar');
}
