import { visibleJson } from '../../platform/visible-text.js';

/** One line of JSON for programs. Names are in lower case, with underscores between words, on all levels. */
export function jsonLine(value: object): string {
  return jsonText(renamed(value) as object);
}

/** One line of JSON for programs, with all names and numbers as they are: they may be a user's. */
export function jsonText(value: object): string {
  return visibleJson(JSON.stringify(value));
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value === 'number') return Math.round(value * 1_000) / 1_000;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), renamed(member)]));
}

function nameOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(' ', '_');
}
