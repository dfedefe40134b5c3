import { escapeHtml, writeAttributes } from '../safety/escape.js';
import { imageElement } from '../safety/page-elements.js';
import type { PageLinks } from '../safety/page-links.js';
import { shortened } from './plain-words.js';
import type { ViewedBlock } from '../viewed-document.js';

const LONGEST_TEXT = 500;

/** A text of the metadata, as it is shown; empty if there is none. */
function textOf({ metadata }: ViewedBlock, key: string): string {
  const value = metadata?.[key];
  return typeof value === 'string' ? shortened(value.slice(0, 2 * LONGEST_TEXT).trim(), LONGEST_TEXT) : '';
}

/** Width and height, which keep the room of an image that has not come yet. */
function sizeOf({ metadata }: ViewedBlock): [string, string][] {
  const sides = ['width', 'height'].map((name) => [name, metadata?.[name]] as const);
  const isSize = sides.every(([, side]) => Number.isInteger(side) && Number(side) > 0 && Number(side) < 100_000);
  return isSize ? sides.map(([name, side]) => [name, String(side)]) : [];
}

type ShownImage = { target: string; fallback: string; links: PageLinks | undefined };

/** The image at an address, described by the metadata, else by `fallback`; as a link where it must not be loaded. */
export function describedImage(block: ViewedBlock, { target, fallback, links }: ShownImage): string {
  const alt = textOf(block, 'alt') || fallback;
  const { tag, attributes } = imageElement(target, { alt, title: textOf(block, 'title'), links });
  if (tag === 'img') return `<img${writeAttributes([...attributes, ...sizeOf(block)])} />`;
  const shown = tag === 'a' ? alt || target : alt;
  return `<${tag}${writeAttributes(attributes)}>${escapeHtml(shown)}</${tag}>`;
}

/** `html`, the safe HTML of the block, with the caption that the metadata has. */
export function withCaption(block: ViewedBlock, html: string): string {
  const caption = textOf(block, 'caption');
  if (caption === '') return html;
  return `<figure>${html}<figcaption dir="auto">${escapeHtml(caption)}</figcaption></figure>`;
}
