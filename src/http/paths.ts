/** The request that is shown the window of bytes. */
export const LIMITS_PATH = '/v1/limits';
/** The request whose lines are checked one by one. */
export const BULK_PATH = '/v1/bulk';

/** An escaped unreserved character (RFC 3986, 2.3). */
const NEEDLESS_ESCAPE = /%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])/g;

/** Undoes escapes of unreserved characters in the target's path: both spellings are one path. */
export function withoutNeedlessEscapes(target: string): string {
  const escape = target.indexOf('%');
  const end = target.indexOf('?');
  if (escape === -1 || (end !== -1 && end < escape)) return target;
  const [path = '', ...query] = target.split('?');
  return [path.replace(NEEDLESS_ESCAPE, decodeURIComponent), ...query].join('?');
}

/** Whether all percent-escapes are complete and decode as UTF-8. */
export function isWellEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
