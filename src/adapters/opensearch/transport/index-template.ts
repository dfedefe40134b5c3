import { readFileSync } from 'node:fs';

export type TemplateOptions = { indexPrefix: string; shards: number; replicas: number };

type Template = { index_patterns: string[]; priority?: number; template: { settings: Record<string, unknown> } };

/** The repository's root, relative to the sources and to the compiled files. */
const ROOTS = ['../../../../', '../../../../../'];

/** `index-templates/documents.json` for one index prefix. */
export function documentsTemplate({ indexPrefix, shards, replicas }: TemplateOptions): string {
  const template = JSON.parse(readTemplate()) as Template;
  template.index_patterns = template.index_patterns.map((name) => name.replace('{prefix}', indexPrefix));
  // Patterns of `quire` and `quire-staging` overlap. Such templates must differ in priority: the longer prefix wins.
  template.priority = 1_000 + indexPrefix.length;
  template.template.settings['index.number_of_shards'] = shards;
  template.template.settings['index.number_of_replicas'] = replicas;
  return JSON.stringify(template);
}

function readTemplate(): string {
  for (const root of ROOTS) {
    try {
      return readFileSync(new URL(`${root}index-templates/documents.json`, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('index-templates/documents.json is missing from the installation');
}
