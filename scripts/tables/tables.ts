import { EnvReader } from '../../src/config/env-reader.js';
import { readPlans } from '../../src/config/read-plans.js';
import { SETTING_GROUPS } from '../../src/config/settings.js';
import { BLOCK_TYPES, type BlockType } from '../../src/domain/document.js';
import { ERRORS } from '../../src/domain/errors.js';
import { KNOWN_METADATA } from '../../src/http/schemas/blocks.js';
import { metricsTable } from './metrics-table.js';
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

type Described = Record<string, { meaning: string; fallback?: string | number | undefined }>;
const SETTINGS: [group: string, settings: Described][] = Object.entries(SETTING_GROUPS);

function settingTables(): string {
  const groups = SETTINGS.map(([group, settings]) => {
    const rows = Object.entries(settings).map(([name, { fallback = '', meaning }]) => [
      code(name),
      fallback === '' ? '' : code(String(fallback)),
      meaning,
    ]);
    return `### ${group}\n\n${table(['variable', 'default', 'meaning'], rows)}`;
  });
  return groups.join('\n\n');
}

/** `.env.example`: a comment for each setting, and a line to uncomment. */
export function exampleFile(): string {
  const groups = SETTINGS.map(([group, settings]) => {
    const lines = Object.entries(settings).map(([name, { fallback = '', meaning }]) => {
      const value = /[{}]/.test(String(fallback)) ? `'${fallback}'` : fallback;
      return `# ${meaning.replaceAll('`', '').replace(/\[(.+?)\]\(.+?\)/g, '$1')}\n# ${name}=${value}\n`;
    });
    return `\n# --- ${group}\n${lines.join('')}`;
  });
  return `# Every setting of Quire, made by \`npm run tables\`. All are optional. A line shows the default value.
# Uncomment what you change, and load the file with: set -a; . ./.env; set +a
${groups.join('')}`;
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
