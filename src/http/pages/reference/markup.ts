import { escapeHtml } from '../../../render/safety/escape.js';

/** Large numbers, their digits in threes. */
export function grouped(text: string): string {
  return text.replace(/(?<![\w.,-])\d{5,}(?![\w-])/g, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** Text in which backticks mark code. */
export function inline(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escapeHtml(grouped(part)) : code(part)))
    .join('');
}

/** Paragraphs of such text. */
export function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

export function codeBlock(text: string, kind = ''): string {
  return `<pre${kind && ` class="${kind}"`}><code>${escapeHtml(text)}</code></pre>`;
}

export function heading(level: number, { id, name }: { id: string; name: string }): string {
  return `<h${level} id="${escapeHtml(id)}"><a class="anchor" href="#${escapeHtml(id)}">${escapeHtml(name)}</a></h${level}>`;
}

export type Field = { term: string; type?: string; isRequired?: boolean; id?: string; text: string };

/** `term` is text; the rest is safe HTML. */
export function fieldList(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const entries = fields.map(({ term, type = '', isRequired = false, id, text }) => {
    const must = isRequired ? ' <span class="must">required</span>' : '';
    const kind = type && ` <span class="type">${type}</span>`;
    return `<dt${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${code(term)}${kind}${must}</dt>\n<dd>${text}</dd>`;
  });
  return `<dl class="fields">\n${entries.join('\n')}\n</dl>`;
}

/** JSON in lines of at most about 90 characters. */
export function jsonText(value: unknown, indent = ''): string {
  const short = oneLine(value);
  if (indent.length + short.length <= 90 || typeof value !== 'object' || value === null) return short;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + jsonText(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonText(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
