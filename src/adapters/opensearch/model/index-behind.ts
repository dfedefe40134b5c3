import { UnavailableError } from '../../../domain/errors.js';
import type { Cluster } from '../transport/cluster.js';

/** The index behind the alias. Raises `UnavailableError` if there are several: reads by id fail then. */
export async function indexBehind(cluster: Cluster, alias: string): Promise<string | undefined> {
  const { status, body } = await cluster.read<object>({
    what: 'look for the alias',
    method: 'GET',
    path: `/_alias/${encodeURIComponent(alias)}`,
    accept: [404],
  });
  if (status === 404) return undefined;
  const names = Object.keys(body).sort();
  if (names.length > 1) {
    throw new UnavailableError(`OpenSearch: the alias ${alias} leads to ${names.join(' and ')}; it must lead to one`);
  }
  return names[0];
}
