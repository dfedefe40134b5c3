import { expect } from 'chai';
import type { ClusterConfig } from '../../src/config/config.js';
import { ConfigError } from '../../src/config/env-reader.js';
import { readConfig } from '../../src/config/read-config.js';

export type ConfigEnv = Record<string, string>;

export const CLUSTER: ConfigEnv = {
  OPENSEARCH_URL: 'http://search:9200',
  S3_BUCKET: 'docs',
  REDIS_URL: 'redis://cache:6379',
};

export function faultsOf(env: ConfigEnv): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...faults] = error.message.split('\n');
    expect(title).to.equal('The configuration is not valid:');
    return faults.map((line) => line.replace(/^ {2}- /, ''));
  }
  return [];
}

export function cluster(env: ConfigEnv = {}): ClusterConfig {
  const { storage } = readConfig({ ...CLUSTER, ...env });
  if (storage.mode !== 'cluster') throw new Error('embedded');
  return storage;
}
