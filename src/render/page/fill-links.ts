import { PART_CHARACTERS } from '../limits.js';
import { consoleLink, written, type LinkSlots, type OpenLink } from '../safety/page-links.js';
import { writeAttributes, type ElementAttributes } from '../safety/page-elements.js';

/** Who reads: `base` of an owner's page is where the console is. Null: a stranger, who is not told why a link is none. */
export type Reader = { base: string | null };

/** `found`: the identifier of the document that each target is, as far as the reader may see it. */
export type Filling = Reader & { found: readonly (string | undefined)[] };

const LONGEST_KEY = 200;

/** The page of a template. What its links add is bounded: links beyond that stay text. */
export function filledPage(template: Buffer, slots: LinkSlots, filling: Filling): Buffer {
  const texts = slots.links.map((link) => Buffer.from(writeAttributes(attributesOf(link, slots, filling))));
  const pieces: Buffer[] = [];
  let [start, room] = [0, PART_CHARACTERS];
  for (const [i, end] of slots.at.entries()) {
    const text = texts[slots.link[i] ?? -1];
    if (!text || text.length > room) continue;
    pieces.push(template.subarray(start, end), text);
    room -= text.length;
    start = end;
  }
  return Buffer.concat([...pieces, template.subarray(start)]);
}

function attributesOf(
  { target, fragment, title }: OpenLink,
  slots: LinkSlots,
  { base, found }: Filling,
): ElementAttributes {
  const id = found[target];
  const named: ElementAttributes = title === '' ? [] : [['title', title]];
  if (id !== undefined && base !== null) return [...consoleLink(base, id, fragment), ...named];
  if (id !== undefined) {
    const place = fragment === undefined ? '' : `#${written(fragment)}`;
    return [['href', `${encodeURIComponent(id)}${place}`], ...named];
  }
  const [key = ''] = slots.targets[target] ?? [];
  return base === null
    ? []
    : [['title', `There is no document of the key ${key.slice(0, LONGEST_KEY).toWellFormed()}`]];
}
