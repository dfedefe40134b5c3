import { DIGITS } from '../../domain/base62.js';

const LOOKED_AT = 4;

/** The share of all possible identifiers below this one, from 0 to 1. Identifiers are random. */
export function shareOfIds(id: string): number {
  let share = 0;
  for (let place = LOOKED_AT; place >= 1; place--) {
    share = (share + Math.max(0, DIGITS.indexOf(id.charAt(place - 1)))) / DIGITS.length;
  }
  return share;
}
