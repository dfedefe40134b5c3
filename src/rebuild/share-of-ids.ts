import { DIGITS } from '../domain/base62.js';

const LOOKED_AT = 4;

/** Identifiers are random, so the share of them below this one is where it stands among all that there could be. */
export function shareOfIds(id: string): number {
  let share = 0;
  for (let place = LOOKED_AT; place >= 1; place--) {
    share = (share + Math.max(0, DIGITS.indexOf(id.charAt(place - 1)))) / DIGITS.length;
  }
  return share;
}
