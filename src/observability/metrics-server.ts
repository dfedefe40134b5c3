import { createServer, type Server } from 'node:http';

export type MetricsSource = { readonly contentType: string; metrics(): Promise<string> };

/** Serves /metrics on a port of its own, for operators only. */
export function createMetricsServer(source: MetricsSource): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
