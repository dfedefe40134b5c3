import { isDeepStrictEqual } from 'node:util';
import type { Cluster } from '../transport/cluster.js';
import type { Template } from './own-template.js';

type Settings = Record<string, unknown>;
type Mappings = { dynamic?: unknown; _routing?: unknown; _source?: unknown; properties?: Record<string, unknown> };
type Described = { mappings?: Mappings; settings?: Settings; defaults?: Settings };

/** An operator may change these, and a rebuild blocks writes for a time. */
const NOT_COMPARED = /^index\.(number_of_|refresh_interval$|translog\.|hidden$|blocks\.)/;

/**
 * The first mapping or setting of `template` that the index has otherwise; undefined: none.
 * What the index has beyond them does no harm.
 */
export async function findShapeDifference(
  cluster: Cluster,
  index: string,
  { template: own }: Template,
): Promise<string | undefined> {
  const { body } = await cluster.read<Record<string, Described>>({
    what: 'read of the index',
    method: 'GET',
    path: `/${encodeURIComponent(index)}`,
    query: { flat_settings: 'true', include_defaults: 'true' },
  });
  const { mappings = {}, settings, defaults } = Object.values(body)[0] ?? {};
  return differingMapping(mappings, own.mappings) ?? differingSetting({ ...defaults, ...settings }, own.settings);
}

function differingMapping(found: Mappings, own: Mappings): string | undefined {
  // OpenSearch shows `_source` only if some of it is left out.
  const ownSource = isDeepStrictEqual(own._source, { enabled: true }) ? undefined : own._source;
  if (!isDeepStrictEqual(found._source, ownSource)) return '_source';
  if (found.dynamic !== own.dynamic) return 'dynamic';
  if (!isDeepStrictEqual(found._routing, own._routing)) return '_routing';
  const other = Object.entries(own.properties ?? {}).find(
    ([name, type]) => !isDeepStrictEqual(found.properties?.[name], type),
  );
  return other?.[0];
}

function differingSetting(found: Settings, own: Settings): string | undefined {
  const named = Object.entries(flat(own)).filter(([name]) => !NOT_COMPARED.test(name));
  return named.find(([name, value]) => !isDeepStrictEqual(found[name], value))?.[0];
}

/** As OpenSearch shows settings with `flat_settings`: values are strings or lists of strings. */
function flat(settings: Settings, prefix = ''): Settings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]): [string, unknown][] => {
      const name = prefix + (prefix === '' && !key.startsWith('index.') ? `index.${key}` : key);
      if (Array.isArray(value)) return [[name, value.map(String)]];
      if (typeof value === 'object' && value !== null) return Object.entries(flat(value as Settings, `${name}.`));
      return [[name, String(value)]];
    }),
  );
}
