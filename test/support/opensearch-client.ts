import { Client } from '@opensearch-project/opensearch';
import type { OpenSearchConfig } from '../../src/config/config.js';

/** The official client, for what tests do to a cluster behind the service's back. */
export function makeClient({ url, auth }: Pick<OpenSearchConfig, 'url' | 'auth'>): Client {
  if (auth.kind !== 'none') throw new Error(`tests have no client for ${auth.kind}`);
  return new Client({ node: url, maxRetries: 0 });
}
