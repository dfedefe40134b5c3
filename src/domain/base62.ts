import { randomFillSync } from 'node:crypto';

export const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 in a byte: higher bytes would favour the first digits. */
const FAIR_BYTES = 248;

const pool = Buffer.alloc(4096);
let used = pool.length;

export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool.readUInt8(used++);
    if (byte < FAIR_BYTES) text += DIGITS.charAt(byte % 62);
  }
  return text;
}

export function encodeBase62(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
