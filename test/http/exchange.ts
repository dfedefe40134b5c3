import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export type Sent = {
  method: string;
  /** With its query. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
};

export type Received = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came over the wire, still compressed. */
  bytes: Buffer;
  text: string;
};

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

/** One request; on a connection of its own unless an agent has one. */
export function exchange(
  url: string,
  { method, path, headers, body }: Sent,
  agent: http.Agent | false = false,
): Promise<Received> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ host, port, path, method, headers, agent });
    request.on('error', reject);
    request.on('response', (response) => {
      collect(response).then(resolve, reject);
    });
    request.end(body);
  });
}

async function collect(response: http.IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const decode = DECODERS[response.headers['content-encoding'] ?? ''];
  const text = (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text };
}
