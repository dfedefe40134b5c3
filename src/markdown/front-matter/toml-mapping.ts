import { parse, TomlError } from 'smol-toml';
import { JSON_LEVELS } from '../../domain/limits.js';
import { MarkdownError } from '../markdown-error.js';
import type { Mapping } from './yaml-mapping.js';

/** Strings and comments, marks, and numbers or times that are no keys. Each alternative ends, so the time is linear. */
const LEXEME = new RegExp(
  [
    /"""(?:[^\\]|\\[^])*?(?:"{3,5}|$)|'''[^]*?(?:'{3,5}|$)|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?|#[^\n]*/,
    /[[\]{}=\n]/,
    /(?<![\w.:-])(?<value>[+-]?(?:\d[\w.:+-]*(?: \d\d:[\w.:+-]+)?|inf|nan)(?![\w.:+-]|[ \t]*[=.]))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Puts numbers that JSON would write in another way, and times, into quotation marks: the library drops their form. */
function withTexts(toml: string): string {
  let depth = 0;
  let isValue = false;
  return toml.replace(LEXEME, (lexeme, value?: string) => {
    if (lexeme === '=') isValue = true;
    else if (lexeme === '\n') isValue &&= depth > 0;
    else if (isValue && /^[[{]$/.test(lexeme)) depth += 1;
    else if (isValue && /^[\]}]$/.test(lexeme)) depth -= 1;
    return value !== undefined && isValue && JSON.stringify(Number(value)) !== value ? `"${value}"` : lexeme;
  });
}

function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => hasLevels(member, levels - 1));
}

function lineOf(toml: string, key: string): number {
  const at = toml.split('\n').findIndex((line) => line.replace(/^[\s["']+/, '').startsWith(key));
  return Math.max(0, at) + 2;
}

/** Numbers and times are kept as they are written. Raises `MarkdownError` if it is no TOML. */
export function parseToml(toml: string): Mapping {
  try {
    const values = parse(withTexts(toml), { maxDepth: JSON_LEVELS });
    if (!hasLevels(values, JSON_LEVELS)) {
      const [key = ''] = Object.entries(values).find(([, value]) => !hasLevels(value, JSON_LEVELS - 1)) ?? [];
      throw new MarkdownError(lineOf(toml, key), `the front matter has more than ${JSON_LEVELS} levels`);
    }
    return { values: values, lineOf: (key) => lineOf(toml, key) };
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [reason] = cause.message.split('\n');
    throw new MarkdownError(cause.line + 1, `the front matter is not TOML: ${reason}`, { cause });
  }
}
