import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bucketEnvironment, makeBucket, type BucketOptions } from './bucket.js';
import type { RunningBackend, StackContext } from './context.js';
import { fetchJars } from './jars.js';

const BACKEND = 'S3Proxy';
const TIMEOUT_MS = 60_000;
const CREDENTIALS = { accessKeyId: 'quire-stack', secretAccessKey: 'quire-stack-secret' };

/** Its own default is DEBUG, which makes it slow. */
const LOGBACK = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{20} %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
`;

/** Gives the folder of its jars, fetched where they are not there yet. */
export async function fetchS3Proxy(context: StackContext): Promise<string> {
  return fetchJars(context, {
    backend: BACKEND,
    pom: 's3proxy.xml',
    goal: 'dependency:copy-dependencies',
    size: '58 MB',
  });
}

export async function startS3Proxy(context: StackContext, jars: string, port: number): Promise<RunningBackend> {
  const cwd = join(context.runFolder, 's3proxy');
  const endpoint = `http://127.0.0.1:${port}`;
  await writeFiles(cwd, endpoint);
  const child = context.supervisor.keep(BACKEND, {
    program: context.java,
    args: [
      '-Xmx512m',
      '-XX:-UsePerfData',
      `-Djava.io.tmpdir=${cwd}`,
      '-Dlogback.configurationFile=logback.xml',
      '-cp',
      `${jars}/*`,
      'org.gaul.s3proxy.Main',
      '--properties',
      's3proxy.conf',
    ],
    cwd,
    logFile: join(context.runFolder, 's3proxy.log'),
  });
  const bucket: BucketOptions = { endpoint, region: 'us-east-1', credentials: CREDENTIALS, bucket: 'quire' };
  const probe = (signal: AbortSignal): Promise<void> => makeBucket(bucket, signal);
  await context.supervisor.untilReady({ backend: BACKEND, child, probe, timeoutMs: TIMEOUT_MS });
  return { name: BACKEND, url: endpoint, env: bucketEnvironment(bucket) };
}

async function writeFiles(cwd: string, endpoint: string): Promise<void> {
  await mkdir(join(cwd, 'data'), { recursive: true });
  await writeFile(join(cwd, 'logback.xml'), LOGBACK);
  await writeFile(
    join(cwd, 's3proxy.conf'),
    [
      `s3proxy.endpoint=${endpoint}`,
      's3proxy.authorization=aws-v2-or-v4',
      `s3proxy.identity=${CREDENTIALS.accessKeyId}`,
      `s3proxy.credential=${CREDENTIALS.secretAccessKey}`,
      'jclouds.provider=filesystem-nio2',
      `jclouds.filesystem.basedir=${join(cwd, 'data')}`,
      '',
    ].join('\n'),
  );
}
