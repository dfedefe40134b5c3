import http, { type OutgoingHttpHeaders } from 'node:http';
import { constants, gunzipSync } from 'node:zlib';

/** `isWhole`: it ended as HTTP says that answers end. `text`: as much as can be made of what came. */
export type Cut = { status: number; isWhole: boolean; text: string };

export type Reading = {
  /** Resolves with the first bytes of the body. */
  begun: Promise<void>;
  ended: Promise<Cut>;
  hangUp(): void;
};

/** An answer, plain or gzip, that may end before its end. */
export function beginReading(url: string, headers: OutgoingHttpHeaders): Reading {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const request = http.get(url, { headers, agent: false });
  const ended = new Promise<Cut>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        begin();
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        const isPacked = response.headers['content-encoding'] === 'gzip';
        const bytes = Buffer.concat(chunks);
        const text = (isPacked ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, isWhole: response.complete, text });
      });
    });
  });
  return { begun, ended, hangUp: () => request.destroy() };
}
