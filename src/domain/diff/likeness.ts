const SLOTS = 64;
/** In UTF-16 code units: independent of scripts, and short enough for headings. */
const GRAM = 4;
/** From the start and from the end of a longer content. */
const SAMPLED = 256;
const EMPTY = 0xffffffff;

/** A small print of a text, from which the share of pieces common to two texts is estimated. */
export type Sketch = Uint32Array;

/** The least hash in each slot (one-permutation min-wise hashing). Its cost is bounded for a text of any length. */
export function sketchOf(content: string): Sketch {
  const sketch = new Uint32Array(SLOTS).fill(EMPTY);
  if (content.length <= 2 * SAMPLED) addGrams(content, sketch);
  else {
    addGrams(content.slice(0, SAMPLED), sketch);
    addGrams(content.slice(-SAMPLED), sketch);
  }
  return sketch;
}

/** From 0 to 1: an estimate of the common pieces among all pieces of two texts. */
export function likeness(one: Sketch, other: Sketch): number {
  let used = 0;
  let equal = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    if (one[slot] === EMPTY && other[slot] === EMPTY) continue;
    used++;
    if (one[slot] === other[slot]) equal++;
  }
  return used === 0 ? 1 : equal / used;
}

function addGrams(text: string, sketch: Sketch): void {
  const last = Math.max(0, text.length - GRAM);
  for (let at = 0; at <= last && text !== ''; at++) {
    let hash = 0x811c9dc5;
    const end = Math.min(text.length, at + GRAM);
    for (let unit = at; unit < end; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = (hash ^ (hash >>> 13)) >>> 0;
    const slot = hash % SLOTS;
    if (hash < (sketch[slot] as number)) sketch[slot] = hash;
  }
}
