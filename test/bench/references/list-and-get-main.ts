/** What a rebuild reads, and nothing else: the names of all versions, and each object. */
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeS3Client } from '../../../src/adapters/s3/s3-client.js';
import { mapConcurrently } from '../../../src/coordination/map-concurrently.js';
import { DOCUMENTS_PREFIX } from '../../../src/log/object-keys.js';
import { answerParent } from '../support/answer-parent.js';
import { clusterConfig } from './cluster-config.js';

/** As the rebuild has it. */
const READS_AT_ONCE = 24;

const { s3 } = clusterConfig();
const client = makeS3Client(s3);

answerParent(async () => {
  let objects = 0;
  let token: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({
      Bucket: s3.bucket, Prefix: s3.prefix + DOCUMENTS_PREFIX, ContinuationToken: token,
    }));
    const keys = (page.Contents ?? []).map(({ Key }) => Key as string);
    await mapConcurrently(keys, READS_AT_ONCE, async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key }));
      await buffer(Body as Readable);
    });
    objects += keys.length;
    token = page.NextContinuationToken;
  } while (token !== undefined);
  const { user, system } = process.cpuUsage();
  return { objects, cpuMicros: user + system };
});
