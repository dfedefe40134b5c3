import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import type { ClusterConfig, Config } from '../../src/config/config.js';
import { readConfig } from '../../src/config/read-config.js';
import { CLUSTER, cluster, faultsOf } from './config-helpers.js';

describe('configuration: modes', () => {
  it('are embedded in ./data where nothing is set', () => {
    expect(readConfig({}).storage).to.deep.equal({
      mode: 'embedded',
      fullText: true,
      dataDir: './data',
      settleMs: 21_000,
    });
    const set = readConfig({ DATA_DIR: '/var/quire', WRITE_DEADLINE_MS: '30000', FULL_TEXT: 'off' }).storage;
    expect(set).to.deep.equal({ mode: 'embedded', fullText: false, dataDir: '/var/quire', settleMs: 31_000 });
  });

  it('are cluster where all three variables are set', () => {
    expect(cluster()).to.deep.include({ mode: 'cluster' });
    expect(cluster().s3.bucket).to.equal('docs');
  });

  const NAMES = Object.keys(CLUSTER);
  for (let given = 1; given < 7; given++) {
    const set = NAMES.filter((_, i) => (given >> i) & 1);
    const missing = NAMES.filter((name) => !set.includes(name));
    it(`name what is missing beside ${set.join(' and ')}`, () => {
      const env = Object.fromEntries(set.map((name) => [name, CLUSTER[name] ?? '']));
      expect(faultsOf(env)).to.deep.equal([`cluster mode needs ${missing.join(' and ')} as well`]);
      expect(faultsOf({ ...env, ...Object.fromEntries(missing.map((name) => [name, ''])) })).to.have.length(1);
    });
  }

  it('are what MODE says', () => {
    expect(readConfig({ ...CLUSTER, MODE: 'embedded' }).storage.mode).to.equal('embedded');
    expect(readConfig({ ...CLUSTER, MODE: 'cluster' }).storage.mode).to.equal('cluster');
    expect(faultsOf({ MODE: 'cluster' })).to.deep.equal([
      'cluster mode needs OPENSEARCH_URL and S3_BUCKET and REDIS_URL as well',
    ]);
    expect(readConfig({ S3_BUCKET: 'docs', MODE: 'embedded' }).storage.mode).to.equal('embedded');
    expect(faultsOf({ MODE: 'both' })).to.deep.equal(['MODE must be one of embedded, cluster, not "both"']);
  });
});

describe('configuration: faults', () => {
  it('are told all at once', () => {
    const faults = faultsOf({
      S3_BUCKET: 'docs',
      PORT: 'x',
      MAX_BLOCKS: '0',
      LOG_LEVEL: 'loud',
      PLANS: '[]',
      DEFAULT_PLAN: 'gold',
      OPENSEARCH_CA_FILE: '/nowhere/ca.pem',
      S3_FORCE_PATH_STYLE: 'yes',
      PUBLIC_URL: 'ftp://x',
      INDEX_PREFIX: 'Ä',
    });
    for (const name of [
      'OPENSEARCH_URL and REDIS_URL',
      'PORT',
      'MAX_BLOCKS',
      'LOG_LEVEL',
      'PLANS',
      'DEFAULT_PLAN',
      'OPENSEARCH_CA_FILE',
      'S3_FORCE_PATH_STYLE',
      'PUBLIC_URL',
      'INDEX_PREFIX',
    ]) {
      expect(
        faults.filter((fault) => fault.includes(name)),
        name,
      ).to.have.length(1);
    }
    expect(faults).to.have.length(10);
  });

  it('do not show a password', () => {
    const secret = {
      ...CLUSTER,
      OPENSEARCH_PASSWORD: 's3cret',
      REDIS_URL: 'http://u:s3cret@x',
      OPENSEARCH_URL: 'ftp://u:s3cret@x',
    };
    expect(faultsOf({ ...secret, OPENSEARCH_AUTH: 'basic' }).join('\n')).not.to.include('s3cret');
  });
});

type Setting = [name: string, text: string, value: unknown, byDefault: unknown, read: (config: Config) => unknown];

const MIB = 1024 * 1024;
const SETTINGS: Setting[] = [
  ['HOST', '0.0.0.0', '0.0.0.0', '127.0.0.1', ({ http }) => http.host],
  ['PORT', '0', 0, 8080, ({ http }) => http.port],
  ['METRICS_HOST', '::1', '::1', '127.0.0.1', ({ http }) => http.metricsHost],
  ['METRICS_PORT', '9000', 9000, 9464, ({ http }) => http.metricsPort],
  ['METRICS_PORT', 'off', undefined, 9464, ({ http }) => http.metricsPort],
  ['PUBLIC_URL', 'https://docs.example/x//', 'https://docs.example/x', undefined, ({ http }) => http.publicUrl],
  ['TRUSTED_PROXY_HOPS', '2', 2, 0, ({ http }) => http.trustedProxyHops],
  [
    'CORS_ORIGINS',
    'https://a.example, https://b.example,',
    ['https://a.example', 'https://b.example'],
    [],
    ({ http }) => http.corsOrigins,
  ],
  ['UNAUTHENTICATED_PER_MINUTE', '5', 5, 600, ({ http }) => http.unauthenticatedPerMinute],
  ['VIEWER_PER_MINUTE', '5', 5, 600, ({ http }) => http.viewerPerMinute],
  ['VIEWER_LANG', 'de', 'de', 'en', ({ http }) => http.viewerLang],
  ['VIEWER_ROBOTS', 'noindex, nofollow', 'noindex, nofollow', undefined, ({ http }) => http.viewerRobots],
  ['BODIES_IN_FLIGHT_BYTES', '99999999', 99_999_999, 256 * MIB, ({ http }) => http.bodiesInFlightBytes],
  ['MAX_BODY_BYTES', '2048', 2048, 10 * MIB, ({ limits }) => limits.bodyBytes],
  ['MAX_BLOCKS', '5', 5, 10_000, ({ limits }) => limits.blocks],
  ['MAX_METADATA_BYTES', '2048', 2048, 256 * 1024, ({ limits }) => limits.metadataBytes],
  ['MAX_FOLDER_DEPTH', '0', 0, 100, ({ limits }) => limits.folderDepth],
  ['DEFAULT_PLAN', 'pro', 'pro', 'unmetered', ({ defaultPlan }) => defaultPlan.name],
  ['WRITE_DEADLINE_MS', '1000', 1_000, 20_000, ({ writeDeadlineMs }) => writeDeadlineMs],
  ['LOG_LEVEL', 'silent', 'silent', 'info', ({ logLevel }) => logLevel],
  ['LOG_FORMAT', 'json', 'json', undefined, ({ logFormat }) => logFormat],
];

const CLUSTER_SETTINGS: [string, string, unknown, unknown, (storage: ClusterConfig) => unknown][] = [
  ['INDEX_PREFIX', 'my-docs_2', 'my-docs_2', 'quire', ({ openSearch }) => openSearch.indexPrefix],
  ['INDEX_SHARDS', '3', 3, 1, ({ openSearch }) => openSearch.shards],
  ['INDEX_REPLICAS', '0', 0, 1, ({ openSearch }) => openSearch.replicas],
  ['OPENSEARCH_TIMEOUT_MS', '500', 500, 10_000, ({ openSearch }) => openSearch.timeoutMs],
  ['S3_PREFIX', '/a/b/', 'a/b/', '', ({ s3 }) => s3.prefix],
  ['S3_ENDPOINT', 'http://s3:9000', 'http://s3:9000', undefined, ({ s3 }) => s3.endpoint],
  ['S3_FORCE_PATH_STYLE', 'true', true, false, ({ s3 }) => s3.forcePathStyle],
  ['S3_KMS_KEY_ID', 'key', 'key', undefined, ({ s3 }) => s3.kmsKeyId],
  ['S3_TIMEOUT_MS', '500', 500, 10_000, ({ s3 }) => s3.timeoutMs],
  ['AWS_REGION', 'eu-west-1', 'eu-west-1', undefined, ({ s3 }) => s3.region],
  ['AWS_DEFAULT_REGION', 'eu-west-1', 'eu-west-1', undefined, ({ s3 }) => s3.region],
  ['REDIS_PREFIX', 'x:', 'x:', 'quire:', ({ redis }) => redis.prefix],
  ['REDIS_TIMEOUT_MS', '50', 50, 100, ({ redis }) => redis.timeoutMs],
];

describe('configuration: settings', () => {
  for (const [name, text, value, byDefault, read] of SETTINGS) {
    it(`${name}=${text}`, () => {
      expect(read(readConfig({ [name]: text }))).to.deep.equal(value);
      expect(read(readConfig({ [name]: '' }))).to.deep.equal(byDefault);
      expect(read(readConfig({}))).to.deep.equal(byDefault);
    });
  }

  for (const [name, text, value, byDefault, read] of CLUSTER_SETTINGS) {
    it(`${name}=${text}`, () => {
      expect(read(cluster({ [name]: text }))).to.deep.equal(value);
      expect(read(cluster())).to.deep.equal(byDefault);
    });
  }

  it('listen for others in cluster mode', () => {
    expect(readConfig(CLUSTER).http.host).to.equal('0.0.0.0');
  });

  it('have Redis keys named after the index unless said otherwise', () => {
    expect(cluster({ INDEX_PREFIX: 'other' }).redis.prefix).to.equal('other:');
  });

  const NUMBERS: [string, string[]][] = [
    ['PORT', ['-1', '65536', '80.5', '0x50', ' 80', '1e3', '9'.repeat(30)]],
    ['METRICS_PORT', ['OFF', '65536']],
    ['TRUSTED_PROXY_HOPS', ['-1', '11']],
    ['UNAUTHENTICATED_PER_MINUTE', ['0']],
    ['VIEWER_PER_MINUTE', ['0']],
    ['BODIES_IN_FLIGHT_BYTES', ['0']],
    ['MAX_BODY_BYTES', ['1023', '104857601']],
    ['MAX_BLOCKS', ['0', '100001']],
    ['MAX_METADATA_BYTES', ['1023', '4194305']],
    ['MAX_FOLDER_DEPTH', ['-1', '1001']],
    ['WRITE_DEADLINE_MS', ['999', '50001']],
    ['INDEX_SHARDS', ['0', '1001']],
    ['INDEX_REPLICAS', ['-1', '21']],
    ['OPENSEARCH_TIMEOUT_MS', ['99', '60001']],
    ['S3_TIMEOUT_MS', ['99', '60001']],
    ['REDIS_TIMEOUT_MS', ['9', '5001']],
  ];
  for (const [name, wrong] of NUMBERS) {
    it(`${name} is a whole number within its bounds`, () => {
      for (const text of wrong) {
        const [fault, ...others] = faultsOf({ ...CLUSTER, [name]: text });
        expect(fault).to.match(new RegExp(`^${name} must be a whole number from \\d+ to \\d+, not "`));
        expect(others).to.deep.equal([]);
      }
    });
  }

  it('CORS_ORIGINS are * or origins as browsers send them', () => {
    const origins = ['*', 'https://a.example', 'http://localhost:5173', 'https://a.example:8443', 'http://[::1]:81'];
    for (const origin of [...origins, 'capacitor://localhost']) {
      expect(readConfig({ CORS_ORIGINS: origin }).http.corsOrigins).to.deep.equal([origin]);
    }
    const wrong = ['null', 'https://a.example/', 'https://a.example/docs', 'a.example', 'https://A.example'];
    for (const origin of [...wrong, 'https://a.example:443', 'https://*.example', 'file:///', 'http://[::1]:80801']) {
      const [fault, ...others] = faultsOf({ CORS_ORIGINS: `https://b.example, ${origin}` });
      expect(fault).to.match(/^CORS_ORIGINS must be \* or origins such as /);
      expect(fault).to.include(origin);
      expect(others).to.deep.equal([]);
    }
  });

  it('that are ports differ, unless their addresses do', () => {
    const same = { PORT: '9000', METRICS_PORT: '9000' };
    const fault = ['METRICS_PORT must be another port than PORT'];
    expect(faultsOf(same)).to.deep.equal(fault);
    expect(faultsOf({ ...same, HOST: '0.0.0.0' })).to.deep.equal(fault);
    expect(faultsOf({ ...same, METRICS_HOST: '::' })).to.deep.equal(fault);
    expect(readConfig({ ...same, HOST: '127.0.0.2' }).http.port).to.equal(9_000);
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).http.metricsPort).to.equal(0);
  });

  it('let the port of metrics be another one only where it is not set', () => {
    expect(readConfig({}).http).to.include({ metricsPort: 9_464, mayMoveMetrics: true });
    expect(readConfig({ PORT: '9464' }).http).to.include({ metricsPort: 0, mayMoveMetrics: true });
    expect(readConfig({ METRICS_PORT: '9464' }).http.mayMoveMetrics).to.equal(false);
  });

  it('of the viewer are a language and directives for search engines', () => {
    for (const lang of ['e', 'en_US']) expect(faultsOf({ VIEWER_LANG: lang })).to.have.length(1);
    for (const robots of ['no index', 'a\nb']) expect(faultsOf({ VIEWER_ROBOTS: robots })).to.have.length(1);
    expect(readConfig({ VIEWER_LANG: 'pt-br' }).http.viewerLang).to.equal('pt-BR');
  });

  it('that are URLs are of the right kind', () => {
    for (const [name, text] of Object.entries({
      OPENSEARCH_URL: 'search:9200',
      REDIS_URL: 'http://cache',
      S3_ENDPOINT: 's3',
      PUBLIC_URL: 'docs.example',
    }))
      expect(faultsOf({ ...CLUSTER, [name]: text }), name).to.have.length(1);
    expect(cluster({ REDIS_URL: 'rediss://cache' }).redis.url).to.equal('rediss://cache');
  });

  it('that become names of keys and indices are of the right letters', () => {
    for (const prefix of ['Q', '_x', 'a*', 'a b', 'x'.repeat(101)])
      expect(faultsOf({ ...CLUSTER, INDEX_PREFIX: prefix })).to.have.length(1);
    for (const prefix of ['a b', 'ä', 'a?b']) expect(faultsOf({ ...CLUSTER, S3_PREFIX: prefix })).to.have.length(1);
  });
});

describe('configuration: workers', () => {
  it('are as many as there are cores, and one alone in embedded mode', () => {
    expect(readConfig(CLUSTER).workers).to.equal(Math.min(availableParallelism(), 64));
    expect(readConfig({}).workers).to.equal(1);
  });

  it('are what WORKERS says', () => {
    for (const count of [1, 2, 64]) expect(readConfig({ ...CLUSTER, WORKERS: String(count) }).workers).to.equal(count);
    expect(readConfig({ WORKERS: '1' }).workers).to.equal(1);
  });

  it('are a fault where they are no number from 1 to 64, or more than one in embedded mode', () => {
    for (const text of ['0', '-1', '1.5', 'abc', '65', '1e1', ' 2']) {
      expect(faultsOf({ ...CLUSTER, WORKERS: text })).to.deep.equal([
        `WORKERS must be a whole number from 1 to 64, not "${text}"`,
      ]);
    }
    expect(faultsOf({ WORKERS: '2' })).to.deep.equal([
      'WORKERS must be 1 in embedded mode, where one process owns the folder, not "2"',
    ]);
  });
});
