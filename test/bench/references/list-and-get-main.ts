/** What a rebuild reads, and nothing else: the names of all versions, and each object. */
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeS3Client } from '../../../src/adapters/s3/s3-client.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import { answerParent } from '../support/answer-parent.js';
import { clusterConfig } from './cluster-config.js';

/** Ended by the page with which it has read `most` objects. */
export type ListReading = { prefixes: readonly string[]; most: number };

/** As the rebuild has them, which loads two batches of 24 at once. */
const READS_AT_ONCE = 48;

const { s3 } = clusterConfig();
const client = makeS3Client(s3);

answerParent(async ({ prefixes, most }: ListReading) => {
  let objects = 0;
  const pages = pagesOf(prefixes);
  let next = pages.next();
  while (objects < most) {
    const page = await next;
    if (page.done) break;
    objects += page.value.length;
    // While a page is read the next one is on its way.
    if (objects < most) next = pages.next();
    await mapConcurrently(page.value, READS_AT_ONCE, async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key }));
      await buffer(Body as Readable);
    });
  }
  const { user, system } = process.cpuUsage();
  return { objects, cpuMicros: user + system };
});

async function* pagesOf(prefixes: readonly string[]): AsyncGenerator<string[], void> {
  for (const prefix of prefixes) {
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: s3.prefix + prefix, ContinuationToken: token }),
      );
      yield (page.Contents ?? []).map(({ Key }) => Key as string);
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }
}
