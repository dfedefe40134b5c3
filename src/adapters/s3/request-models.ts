import { GetObjectCommand, PutObjectCommand, type PutObjectCommandInput, type S3Client } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '@smithy/types';
import { OtherBucketError } from './s3-errors.js';

/** Requests for an object, without what differs from one object to the next. */
export type RequestModels = {
  /** A put that requires the object to be absent. */
  create: HttpRequest;
  put: HttpRequest;
  get: HttpRequest;
  /** `http://host:port` */
  origin: string;
  /** Path of each object up to its key, which follows unescaped. */
  path: string;
  signer: SignatureV4;
};

const EXAMPLE = 'example';
/** Headers of one attempt, of one body, or of the signature. */
const OF_ONE_REQUEST = /^(authorization|content-length|amz-sdk-|x-amz-(content-sha256|date|security-token)$)/i;
const SCOPE = /Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/;

/** The requests that the SDK would send, by its configuration. Nothing is sent. Raises `OtherBucketError`. */
export async function makeRequestModels(
  client: S3Client,
  input: { prefix: string } & Omit<PutObjectCommandInput, 'Key' | 'Body'>,
): Promise<RequestModels> {
  const { prefix, ...put } = input;
  const Key = prefix + EXAMPLE;
  const body = { Body: new Uint8Array(1), ContentLength: 1 };
  const putting = (more = {}) => requestOf(client, new PutObjectCommand({ ...put, ...body, ...more, Key }));
  const getting = await requestOf(client, new GetObjectCommand({ Bucket: put.Bucket, Key }));
  const { protocol, hostname, port, path, headers } = getting;
  const [, region = '', service = ''] = SCOPE.exec(headers['authorization'] ?? '') ?? [];
  if (service !== 's3') throw new OtherBucketError();
  return {
    create: modelOf(await putting({ IfNoneMatch: '*' })),
    put: modelOf(await putting()),
    get: modelOf(getting),
    origin: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`,
    path: path.slice(0, -EXAMPLE.length),
    signer: new SignatureV4({
      service,
      region,
      credentials: client.config.credentials,
      sha256: client.config.sha256,
      uriEscapePath: false,
    }),
  };
}

/** The compiler cannot call the methods of a union of commands, so one stands for both. */
async function requestOf(client: S3Client, command: PutObjectCommand): Promise<HttpRequest> {
  const { middlewareStack } = command;
  let request: HttpRequest | undefined;
  middlewareStack.add(
    () => async (args) => {
      request = args.request as HttpRequest;
      return { response: {}, output: { $metadata: {} } };
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  // Options keep the client from reusing this command's middleware for others.
  await client.send(command, {});
  return request as HttpRequest;
}

function modelOf(request: HttpRequest): HttpRequest {
  const lasting = Object.entries(request.headers).filter(([name]) => !OF_ONE_REQUEST.test(name));
  return { ...request, query: {}, body: undefined, headers: Object.fromEntries(lasting) };
}
