import type { ClusterConfig } from '../../../src/config/config.js';
import { readConfig } from '../../../src/config/read-config.js';

/** Where the backends are, by this process's environment, as a service would take it. */
export function clusterConfig(): ClusterConfig {
  const { storage } = readConfig(process.env);
  if (storage.mode !== 'cluster') throw new Error('this needs OpenSearch, S3 and Redis');
  return storage;
}
