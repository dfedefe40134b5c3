import { readOwnFile } from '../../../platform/own-file.js';

export type TemplateOptions = { indexPrefix: string; shards: number; replicas: number };

export type Template = {
  index_patterns: string[];
  /** Undefined in the file. */
  priority?: number;
  template: {
    settings: Record<string, unknown>;
    mappings: {
      _meta: { schema_version: number };
      dynamic: string;
      _routing: object;
      _source: object;
      properties: Record<string, object>;
    };
  };
};

/** `index-templates/documents.json` for one index prefix. */
export function documentsTemplate(options: TemplateOptions): string {
  return JSON.stringify(templateOf(options));
}

export function templateOf({ indexPrefix, shards, replicas }: TemplateOptions): Template {
  const template = JSON.parse(readTemplate()) as Template;
  template.index_patterns = template.index_patterns.map((name) => name.replace('{prefix}', indexPrefix));
  // Patterns of `quire` and `quire-staging` overlap. Such templates must differ in priority: the longer prefix wins.
  template.priority = 1_000 + indexPrefix.length;
  template.template.settings['index.number_of_shards'] = shards;
  template.template.settings['index.number_of_replicas'] = replicas;
  return template;
}

/** From this schema on heads have their words. */
export const WORDS_SCHEMA = 6;
/** An older index cannot be used. One without words answers all other searches. */
export const OLDEST_SCHEMA = 5;

/** The schema of the indices that this program makes. */
export function schemaVersion(): number {
  return (JSON.parse(readTemplate()) as Template).template.mappings._meta.schema_version;
}

function readTemplate(): string {
  return readOwnFile('index-templates/documents.json');
}
