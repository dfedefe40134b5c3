import { setImmediate as nextTurn } from 'node:timers/promises';
import { PART_CHARACTERS } from '../limits.js';
import { consoleLink, written, type LinkSlots } from '../safety/page-links.js';
import { writeAttributes, type ElementAttributes } from '../safety/escape.js';

/**
 * `base`: where the console is, on a page for an owner. Null: a stranger reads, who is not told why a link is none.
 * `found`: the identifier of the document that each target is, as far as the reader may see it.
 */
export type Filling = { base: string | null; found: readonly (string | undefined)[] };

const LONGEST_KEY = 200;
/** In a turn of the event loop: some milliseconds. */
const FILLED_TOGETHER = 1_000;

/** The page of a template. What its links add is bounded: links beyond that stay text. */
export async function filledPage(template: Buffer, slots: LinkSlots, filling: Filling): Promise<Buffer> {
  const texts: string[] = [];
  const page = Buffer.allocUnsafe(template.length + PART_CHARACTERS);
  let [start, length, room] = [0, 0, PART_CHARACTERS];
  for (const [i, end] of slots.at.entries()) {
    if (i > 0 && i % FILLED_TOGETHER === 0) await nextTurn();
    const link = slots.link[i] ?? 0;
    const text = (texts[link] ??= writeAttributes(attributesOf(link, slots, filling)));
    const bytes = Buffer.byteLength(text);
    if (bytes > room) continue;
    length += template.copy(page, length, start, end);
    length += page.write(text, length);
    [start, room] = [end, room - bytes];
  }
  length += template.copy(page, length, start);
  return Buffer.from(page.subarray(0, length));
}

function attributesOf(link: number, slots: LinkSlots, { base, found }: Filling): ElementAttributes {
  const [target = 0, fragment = '', title = ''] = [slots.target[link], slots.fragment[link], slots.title[link]];
  const id = found[target];
  const named: ElementAttributes = title === '' ? [] : [['title', title]];
  if (id !== undefined && base !== null) return [...consoleLink(base, id, fragment), ...named];
  if (id !== undefined) {
    const place = fragment === '' ? '' : `#${written(fragment)}`;
    return [['href', `${encodeURIComponent(id)}${place}`], ...named];
  }
  const [key = ''] = slots.targets[target] ?? [];
  return base === null
    ? []
    : [['title', `There is no document of the key ${key.slice(0, LONGEST_KEY).toWellFormed()}`]];
}
