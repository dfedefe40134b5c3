import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

export interface BucketOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly bucket: string;
}

/**
 * Makes the bucket of a local S3 server; throws while the server does not answer. The bucket may be there already when
 * an earlier try was answered too late, so that only the look at it counts.
 */
export async function makeBucket(options: BucketOptions, abortSignal: AbortSignal): Promise<void> {
  const { endpoint, region, credentials, bucket } = options;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal }).catch(() => undefined);
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  } finally {
    client.destroy();
  }
}

/** The variables that lead the service to such a bucket. */
export function bucketEnvironment({ endpoint, region, credentials, bucket }: BucketOptions): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
  };
}
