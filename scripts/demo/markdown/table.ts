import { inlineText } from './reference-links.js';
import type { Node } from './tree.js';

const RULES: Readonly<Record<string, string>> = {
  'text-align:left': ':---',
  'text-align:center': ':---:',
  'text-align:right': '---:',
};

/** A table node as a pipe table: a head, a rule with the alignments, then the rows. */
export function tableMarkdown(table: Node): string {
  const rows = table.children.flatMap((section) => section.children);
  const [head, ...body] = rows;
  if (head === undefined) return '';
  const rule = head.children.map(({ token }) => RULES[token.attrGet('style') ?? ''] ?? '---');
  return [line(cells(head)), line(rule), ...body.map((row) => line(cells(row)))].join('\n');
}

function cells(row: Node): string[] {
  return row.children.map((cell) => inlineText(cell.children[0]?.token).replaceAll('|', '\\|'));
}

function line(columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |`;
}
