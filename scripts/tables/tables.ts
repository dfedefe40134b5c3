import { EnvReader } from '../../src/config/env-reader.js';
import { readPlans } from '../../src/config/read-plans.js';
import { BLOCK_TYPES, type BlockType } from '../../src/domain/document.js';
import { ERRORS } from '../../src/domain/errors.js';
import { KNOWN_METADATA } from '../../src/http/schemas/blocks.js';
import { recordedDefaults } from './recorded-settings.js';
import { metricsTable } from './metrics-table.js';
import { SETTING_TEXTS, WITHOUT_DEFAULT } from './setting-texts.js';
import { code, table } from './table.js';

/** By file: its tables, by the name of the marker in it. */
export const TABLES: Record<string, () => Record<string, string>> = {
  'docs/REFERENCE.md': () => ({
    settings: settingTables(),
    plans: planTable(),
    errors: errorTable(),
    blocks: blockTable(),
  }),
  'docs/OPERATIONS.md': () => ({ metrics: metricsTable() }),
};

const BLOCK_TEXTS: Record<BlockType, string> = {
  heading: 'text with inline Markdown',
  paragraph: 'text with inline Markdown',
  code: 'the code as it is',
  list: 'one item a line, with `- ` or `1. ` before it',
  quote: 'text with inline Markdown',
  table: 'a table of Markdown, with pipes',
  image: 'an image of Markdown, or its address',
  divider: 'empty',
};

/** Raises if a setting has no text, or a text no setting. */
function settingTables(): string {
  const defaults = recordedDefaults();
  const groups = Object.entries(SETTING_TEXTS).map(([group, texts]) => {
    const rows = Object.entries(texts).map(([name, meaning]) => {
      const value = defaults.get(name);
      if (value === undefined) throw new Error(`no code reads the setting ${name}`);
      defaults.delete(name);
      return [code(name), WITHOUT_DEFAULT.includes(name) || value === '' ? '' : code(value), meaning];
    });
    return `### ${group}\n\n${table(['variable', 'default', 'meaning'], rows)}`;
  });
  if (defaults.size > 0) throw new Error(`settings without a text: ${[...defaults.keys()].join(', ')}`);
  return groups.join('\n\n');
}

function planTable(): string {
  const rows = [...readPlans(new EnvReader({})).values()].map((plan) => [
    code(plan.name),
    ...[plan.perMinute, plan.perDay, plan.documentsPerMonth].map(number),
    plan.bytesPerDay === undefined ? 'no limit' : `${number(plan.bytesPerDay / 1e6)} MB`,
  ]);
  return table(['plan', 'requests a minute', 'requests a day', 'documents a month', 'bytes stored a day'], rows);
}

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, message }]) => [code(name), String(status), message]);
  return table(['code', 'status', 'message'], rows);
}

function blockTable(): string {
  const known: Partial<Record<string, object>> = KNOWN_METADATA;
  const rows = BLOCK_TYPES.map((type) => [
    code(type),
    BLOCK_TEXTS[type],
    Object.keys(known[type] ?? {})
      .map(code)
      .join(', '),
  ]);
  return table(['type', 'content', 'metadata with rules'], rows);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** The text of the file with new tables between its markers. */
export function withTables(text: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((replaced, [name, made]) => {
    const [begin, end] = [`<!-- ${name}: made by \`npm run tables\` -->`, `<!-- end of ${name} -->`];
    const [before, rest] = replaced.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`the markers of ${name} are missing`);
    return `${before}${begin}\n\n${made}\n\n${end}${after}`;
  }, text);
}
