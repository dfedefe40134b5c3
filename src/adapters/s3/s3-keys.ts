/** Characters of a name between slashes, in byte order. */
export const NAME_CHARACTERS = '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const KEY = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
/** S3Proxy writes `key-<uuid>` before it renames it to `key`, and lists it meanwhile. */
const S3PROXY_TEMPORARY = /[^/]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for keys that this service can have written. Other objects may lie below the prefix. */
export function isOwnKey(key: string): boolean {
  return KEY.test(key) && !DOT_SEGMENT.test(key) && !S3PROXY_TEMPORARY.test(key);
}
