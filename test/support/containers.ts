import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GenericContainer, Wait, type StartedTestContainer, type TestContainer } from 'testcontainers';
import { bucketEnvironment, makeBucket, type BucketOptions } from '../../scripts/stack/bucket.js';
import { projectRoot } from '../../scripts/stack/project-root.js';

const STARTUP_MS = 300_000;
const BUCKET_MS = 10_000;
const CREDENTIALS = { accessKeyId: 'quire-test', secretAccessKey: 'quire-test-secret' };

interface Images {
  readonly opensearch: string;
  readonly s3: string;
  readonly redis: string;
}

export interface Containers {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the backends with the images of `scripts/images.json`. Where one cannot start, stops all and throws. */
export async function startContainers(): Promise<Containers> {
  const images = JSON.parse(await readFile(join(projectRoot(), 'scripts/images.json'), 'utf8')) as Images;
  const wanted = [openSearch(images.opensearch), s3(images.s3), redis(images.redis)];
  const starting = wanted.map(async (part) => part.start());
  const stop = async (): Promise<void> => {
    const settled = await Promise.allSettled(starting);
    await Promise.all(settled.map(async (part) => (part.status === 'fulfilled' ? part.value.stop() : undefined)));
  };
  try {
    return { env: await environment(await Promise.all(starting)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openSearch(image: string): TestContainer {
  return new GenericContainer(image)
    .withEnvironment({
      'discovery.type': 'single-node',
      'action.auto_create_index': 'false',
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      DISABLE_SECURITY_PLUGIN: 'true',
      DISABLE_INSTALL_DEMO_CONFIG: 'true',
      OPENSEARCH_JAVA_OPTS: '-Xms1g -Xmx1g',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200))
    .withStartupTimeout(STARTUP_MS);
}

/** Of the servers that can be had as an image, S3Proxy keeps create-if-absent under a race, and is the stack's too. */
function s3(image: string): TestContainer {
  return new GenericContainer(image)
    .withEnvironment({
      S3PROXY_AUTHORIZATION: 'aws-v2-or-v4',
      S3PROXY_IDENTITY: CREDENTIALS.accessKeyId,
      S3PROXY_CREDENTIAL: CREDENTIALS.secretAccessKey,
      JCLOUDS_PROVIDER: 'filesystem-nio2',
      LOG_LEVEL: 'warn',
    })
    .withExposedPorts(80)
    .withWaitStrategy(Wait.forHttp('/healthz', 80))
    .withStartupTimeout(STARTUP_MS);
}

function redis(image: string): TestContainer {
  return new GenericContainer(image)
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .withStartupTimeout(STARTUP_MS);
}

async function environment(backends: readonly StartedTestContainer[]): Promise<Record<string, string>> {
  const addresses = backends.map((part) => `${part.getHost()}:${part.getFirstMappedPort()}`);
  const [openSearchAt = '', s3At = '', redisAt = ''] = addresses;
  const bucket: BucketOptions = {
    endpoint: `http://${s3At}`,
    region: 'us-east-1',
    credentials: CREDENTIALS,
    bucket: 'quire',
  };
  await makeBucket(bucket, AbortSignal.timeout(BUCKET_MS));
  return { OPENSEARCH_URL: `http://${openSearchAt}`, REDIS_URL: `redis://${redisAt}`, ...bucketEnvironment(bucket) };
}
