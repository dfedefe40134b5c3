import type { MarkdownBlock } from './block.js';
import { inlineText } from './reference-links.js';
import type { Node } from './tree.js';

type ListType = 'bullet' | 'ordered';

interface Line {
  readonly indent: number;
  readonly text: string;
  readonly listType: ListType;
}

/**
 * A list as list blocks, one item a line, nested items indented. What cannot be a line (code, a table, a
 * quote, a second paragraph after a nested list) becomes a block of its own between two parts of the list.
 */
export function listBlocks(list: Node, blockOf: (node: Node) => MarkdownBlock[]): MarkdownBlock[] {
  const writer = new ListWriter(blockOf);
  writer.list(list, 0);
  return writer.finish();
}

class ListWriter {
  readonly #blockOf: (node: Node) => MarkdownBlock[];
  readonly #blocks: MarkdownBlock[] = [];
  #lines: Line[] = [];

  constructor(blockOf: (node: Node) => MarkdownBlock[]) {
    this.#blockOf = blockOf;
  }

  list(list: Node, indent: number): void {
    const listType = isOrdered(list) ? 'ordered' : 'bullet';
    const first = Number(list.token.attrGet('start') ?? 1);
    list.children.forEach((item, position) => {
      const marker = listType === 'ordered' ? `${first + position}. ` : '- ';
      this.#item(item, { indent, text: marker, listType });
    });
  }

  finish(): MarkdownBlock[] {
    this.#flush();
    return this.#blocks;
  }

  /** The leading texts of an item share its line. */
  #item(item: Node, line: Line): void {
    const rest = item.children.findIndex((child) => !isText(child));
    const texts = rest < 0 ? item.children : item.children.slice(0, rest);
    const others = rest < 0 ? [] : item.children.slice(rest);
    const text = texts.map(oneLine).join(' ');
    if (texts.length > 0 || others[0] === undefined || isList(others[0])) {
      this.#lines.push({ ...line, text: line.text + text });
    }
    for (const child of others) this.#child(child, line.indent + line.text.length);
  }

  #child(child: Node, indent: number): void {
    if (isList(child)) {
      this.list(child, indent);
      return;
    }
    this.#flush();
    this.#blocks.push(...this.#blockOf(child));
  }

  #flush(): void {
    const [first] = this.#lines;
    if (first === undefined) return;
    const outermost = Math.min(...this.#lines.map((line) => line.indent));
    const content = this.#lines.map(({ indent, text }) => ' '.repeat(indent - outermost) + text).join('\n');
    this.#blocks.push({ type: 'list', content, metadata: { listType: first.listType } });
    this.#lines = [];
  }
}

function isOrdered(node: Node): boolean {
  return node.token.type === 'ordered_list_open';
}

function isList(node: Node): boolean {
  return isOrdered(node) || node.token.type === 'bullet_list_open';
}

function isText(node: Node): boolean {
  return node.token.type === 'paragraph_open' || node.token.type === 'heading_open';
}

function oneLine(node: Node): string {
  return inlineText(node.children[0]?.token).replace(/\\?\s*\n\s*/g, ' ');
}
