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

/** The two kinds of index: of heads and all that belongs to them, and of the words of heads. */
export type IndexKind = 'documents' | 'words';

export function templateName(kind: IndexKind, indexPrefix: string): string {
  return kind === 'documents' ? indexPrefix : `${indexPrefix}-words`;
}

/** A file of `index-templates/`, for one index prefix. */
export function templateOf(
  { indexPrefix, shards, replicas }: TemplateOptions,
  kind: IndexKind = 'documents',
): Template {
  const template = readTemplate(kind);
  template.index_patterns = template.index_patterns.map((name) => name.replace('{prefix}', indexPrefix));
  // Patterns of `quire` and `quire-staging` overlap. Such templates must differ in priority: the longer prefix wins.
  template.priority = 1_000 + templateName(kind, indexPrefix).length;
  template.template.settings['index.number_of_shards'] = shards;
  template.template.settings['index.number_of_replicas'] = replicas;
  return template;
}

/** An older index cannot be used. One without words answers all other searches. */
export const OLDEST_SCHEMA = 5;

/** The schema of the indices of documents that this program makes. */
export function schemaVersion(): number {
  return readTemplate('documents').template.mappings._meta.schema_version;
}

function readTemplate(kind: IndexKind): Template {
  return JSON.parse(readOwnFile(`index-templates/${kind}.json`)) as Template;
}
