import { escapeHtml } from '../../../render/safety/escape.js';
import { nameOf, type Schema } from './description.js';
import { code, fieldList, grouped, inline } from './markup.js';

/** Longer patterns are for programs, which find them in the description. */
const LONGEST_PATTERN = 40;

/** The type of a value in words, with links to named schemas. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(nameOf(schema));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map(typeText).join(' or ');
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.items)
    return `array of ${typeText(schema.items)}${[schema.type].flat().includes('null') ? ' or null' : ''}`;
  return escapeHtml([schema.type ?? 'any'].flat().join(' or '));
}

export function schemaLink(name: string): string {
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

const RULES: readonly [string, (value: unknown) => string][] = [
  ['default', (value) => `default ${code(JSON.stringify(value))}`],
  ['minimum', (value) => `at least ${grouped(String(value))}`],
  ['maximum', (value) => `at most ${grouped(String(value))}`],
  ['minLength', (value) => `at least ${grouped(String(value))} ${value === 1 ? 'character' : 'characters'}`],
  ['maxLength', (value) => `at most ${grouped(String(value))} characters`],
  ['maxItems', (value) => `at most ${grouped(String(value))} items`],
  ['format', (value) => `format ${escapeHtml(String(value))}`],
  ['pattern', (value) => `pattern ${code(String(value))}`],
];

/** Description and rules. */
export function schemaText({ description, ...schema }: Schema): string {
  const rules = RULES.flatMap(([name, say]) => {
    const value = schema[name];
    const isLeftOut = value === undefined || (name === 'pattern' && (schema['format'] || isLong(value)));
    return isLeftOut ? [] : [say(value)];
  });
  const shown = rules.length === 0 ? '' : ` <span class="rule">${rules.join(', ')}</span>`;
  return inline(description ?? '') + shown;
}

function isLong(value: unknown): boolean {
  return String(value).length > LONGEST_PATTERN;
}

/** The members of an object, with those of objects in them. */
export function memberList(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {}).map(([term, member]) => ({
    term,
    type: typeText(member),
    isRequired: schema.required?.includes(term) ?? false,
    text: schemaText(member) + memberList(member.items ?? member),
  }));
  return fieldList(members);
}
