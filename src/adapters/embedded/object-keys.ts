const SEGMENT = /^[A-Za-z0-9._-]+$/;

/** One slash-separated part of a key. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name) && name !== '.' && name !== '..';
}

/** Raises a `TypeError` for what is no key: it would name a file outside the folder. */
export function assertKey(key: string): void {
  if (!key.split('/').every(isSegment)) throw new TypeError('an object key is outside the grammar');
}
