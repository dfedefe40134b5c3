/** A server of Node's own without anything on it, that answers a constant. */
import { createServer } from 'node:http';
import { answerParent } from '../support/answer-parent.js';
import { listenOnLoopback } from './listen.js';

answerParent(async ({ body }: { body: string }) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': bytes.length }).end(bytes);
  });
  return { url: await listenOnLoopback(server) };
});
