import { encodeBase62 } from '../../domain/base62.js';
import type { Listed } from '../shared/sync-merge.js';

/** Enough for a bar; an identifier has more. */
const DIGITS = 3;
const NAMES = 62 ** DIGITS;
const ALPHABET = Array.from({ length: 62 }, (_, n) => encodeBase62(BigInt(n), 1)).join('');
/** Below this share the estimate would jump. */
const LEAST_SHARE = 0.002;

/** Passes a listing through and estimates its source keys. Evenly spread identifiers tell how far it has come. */
export async function* estimateTotal(
  listed: AsyncIterable<Listed>,
  onTotal: (total: number) => void,
): AsyncGenerator<Listed> {
  let count = 0;
  for await (const item of listed) {
    if (item.at !== 'target') {
      count++;
      const share = shareBefore(item.key);
      if (share > LEAST_SHARE) onTotal(Math.max(count, Math.round(count / share)));
    }
    yield item;
  }
  onTotal(count);
}

/** The share of all possible identifiers before the key's, from 0 to 1; 0 for a key without one. */
function shareBefore(key: string): number {
  const start = key.slice(key.indexOf('/') + 1).slice(0, DIGITS);
  const digits = Array.from(start).map((digit) => ALPHABET.indexOf(digit));
  if (digits.length < DIGITS || digits.includes(-1)) return 0;
  return digits.reduce((value, digit) => value * 62 + digit, 0) / NAMES;
}
