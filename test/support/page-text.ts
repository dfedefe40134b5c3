import { DomUtils, parseDocument } from 'htmlparser2';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import { renderAll } from './rendered-pages.js';

type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;

/** What each part has between its title and the end of its content. */
function contentsOf(document: ViewedDocument): Element['children'][] {
  return renderAll(document).map((html) => {
    const article = DomUtils.findOne(({ name }) => name === 'article', parseDocument(html).children);
    const children = article?.children ?? [];
    const shown = children.slice(children.findIndex((node) => 'name' in node && node.name === 'h1') + 1);
    return shown.filter((node) => !('name' in node && node.name === 'nav'));
  });
}

/** What a reader of all parts reads in them, titles and links between parts left out. */
export function textOfAllParts(document: ViewedDocument): string {
  return contentsOf(document)
    .map((nodes) => DomUtils.textContent(nodes))
    .join('');
}

/** How many blocks, or pieces of blocks, all parts together show. */
export function blocksOfAllParts(document: ViewedDocument): number {
  return contentsOf(document)
    .flat()
    .filter((node) => 'name' in node).length;
}
