import { encodeBase62 } from '../domain/base62.js';
import type { Listed } from './sync-merge.js';

/** Enough for a bar; the identifier has more. */
const DIGITS = 3;
const NAMES = 62 ** DIGITS;
const ALPHABET = Array.from({ length: 62 }, (_, n) => encodeBase62(BigInt(n), 1)).join('');
/** Before that the guess would jump. */
const LEAST_SHARE = 0.002;

/**
 * Hands on what is listed, and guesses how many keys of the source it will have been: identifiers are spread evenly,
 * so their order tells how far the listing has come. A count would cost another listing.
 */
export async function* estimateTotal(
  listed: AsyncIterable<Listed>, onTotal: (total: number) => void,
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

/** How many of all possible identifiers come before the key's; 0 for what has none. */
function shareBefore(key: string): number {
  const start = key.slice(key.indexOf('/') + 1).slice(0, DIGITS);
  const digits = [...start].map((digit) => ALPHABET.indexOf(digit));
  if (digits.length < DIGITS || digits.includes(-1)) return 0;
  return digits.reduce((value, digit) => value * 62 + digit, 0) / NAMES;
}
