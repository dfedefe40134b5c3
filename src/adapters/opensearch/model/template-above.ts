import type { Cluster } from '../transport/cluster.js';
import { templateOf, type TemplateOptions } from './own-template.js';

type Listed = { name: string; index_template: { index_patterns: string[]; priority?: number } };

/** What an operator can do about a template that stands above Quire's own for this index; empty: none is known. */
export async function templateAbove(cluster: Cluster, index: string, options: TemplateOptions): Promise<string> {
  const { priority: own = 0 } = templateOf(options);
  const { body } = await cluster.read<{ index_templates?: Listed[] }>({
    what: 'look for index templates',
    method: 'GET',
    path: '/_index_template',
    // Without the right to see templates their names stay unknown.
    accept: [401, 403, 404],
  });
  const above = (body.index_templates ?? [])
    .map(({ name, index_template: { index_patterns: patterns, priority = 0 } }) => ({ name, patterns, priority }))
    .filter(({ name, patterns, priority }) => {
      return name !== options.indexPrefix && priority >= own && patterns.some((pattern) => isMatch(pattern, index));
    })
    .sort((one, other) => other.priority - one.priority)[0];
  if (!above) return '';
  const place = `of priority ${above.priority} for ${above.patterns.join(', ')}`;
  return `the index template ${above.name} ${place} stands above Quire's own of ${own}: remove it or lower its priority`;
}

/** A pattern of OpenSearch knows `*` only. */
function isMatch(pattern: string, index: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === index;
  if (!index.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = index.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return index.length - last.length >= at && index.endsWith(last);
}
