import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

import { baseUrl } from './target.js';

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** A list of values sends the header several times. */
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
  /** Chunks written until the answer comes; the request is never ended. */
  readonly endless?: { readonly chunk: Uint8Array; readonly atMost: number };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body as it came over the wire, still compressed. */
  readonly bytes: Buffer;
}

async function collect(response: http.IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

function writeEndlessly(request: http.ClientRequest, { chunk, atMost }: NonNullable<RawRequest['endless']>): void {
  let written = 0;
  const next = (): void => {
    if (request.destroyed || written >= atMost) return;
    written += 1;
    request.write(chunk, next);
  };
  next();
}

/** What fetch hides: repeated headers, HEAD, 304, compressed bytes, a body that does not end. */
export function rawRequest(sent: RawRequest): Promise<RawAnswer> {
  const url = new URL(baseUrl());
  const { request: open } = url.protocol === 'https:' ? https : http;
  const path = url.pathname.replace(/\/$/, '') + sent.path;
  return new Promise((resolve, reject) => {
    const request = open({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path,
      agent: false,
      method: sent.method ?? 'GET',
      headers: sent.headers ?? {},
    });
    request.on('error', reject);
    request.on('response', (response) => {
      collect(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    if (sent.endless) writeEndlessly(request, sent.endless);
    else request.end(sent.body);
  });
}

/** Writes bytes that need not be HTTP and gives back all that comes until the other side closes. */
export function rawBytes(text: string): Promise<string> {
  const url = new URL(baseUrl());
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  return new Promise((resolve, reject) => {
    const socket = secure ? tls.connect(port, url.hostname) : net.connect(port, url.hostname);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (received += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}
