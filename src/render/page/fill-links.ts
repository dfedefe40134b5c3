import { setImmediate as nextTurn } from 'node:timers/promises';
import { PART_CHARACTERS } from '../limits.js';
import { consoleLink, placeLink, type OpenLink, type OpenLinks } from '../safety/page-links.js';
import { writeAttributes, type ElementAttributes } from '../safety/escape.js';

/**
 * `base`: where the console is, on a page for an owner. Null: a stranger reads, who is not told why a link is none.
 * `found`: the identifier of the document that each target is, as far as the reader may see it.
 */
export type Filling = { base: string | null; found: readonly (string | undefined)[] };

const LONGEST_KEY = 200;
/** Links and pieces between them, in a turn of the event loop: some milliseconds. */
const FILLED_TOGETHER = 2_000;

/** The page of a template. What its links add is bounded: links beyond that stay text. */
export async function filledPage(template: Buffer, open: OpenLinks, filling: Filling): Promise<Buffer> {
  const texts: string[] = [];
  const pieces = template.toString().split(new RegExp(` data-link="${open.name}(\\d+)"`));
  let room = PART_CHARACTERS;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && at % FILLED_TOGETHER === 0) await nextTurn();
    if (at % 2 === 0) continue;
    const link = Number(piece);
    const text = (texts[link] ??= writeAttributes(attributesOf(link, open, filling)));
    const fits = text.length <= room;
    pieces[at] = fits ? text : '';
    if (fits) room -= text.length;
  }
  return Buffer.from(pieces.join(''));
}

function attributesOf(link: number, { targets, links }: OpenLinks, { base, found }: Filling): ElementAttributes {
  const { target, fragment, title } = JSON.parse(links[link] as string) as OpenLink;
  const id = found[target];
  const named: ElementAttributes = title === '' ? [] : [['title', title]];
  if (id !== undefined && base !== null) return [...consoleLink(base, id, fragment), ...named];
  if (id !== undefined) return [['href', placeLink(id, fragment)], ...named];
  const [key = ''] = targets[target] ?? [];
  return base === null
    ? []
    : [['title', `There is no document of the key ${key.slice(0, LONGEST_KEY).toWellFormed()}`]];
}
