/** GETs of objects, one after another in each of some rows, by the SDK as the service sets it up. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeS3Client } from '../../../src/adapters/s3/s3-client.js';
import { answerParent } from '../support/answer-parent.js';
import { clusterConfig } from './cluster-config.js';
import { closedLoop, type Looping } from './closed-loop.js';

const { s3 } = clusterConfig();
const client = makeS3Client(s3);

answerParent(({ keys, ...looping }: Looping & { keys: readonly string[] }) =>
  closedLoop(looping, async (n) => {
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket: s3.bucket, Key: s3.prefix + (keys[n % keys.length] as string) }),
    );
    await buffer(Body as Readable);
  }),
);
