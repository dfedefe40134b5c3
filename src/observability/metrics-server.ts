import { createServer, type Server } from 'node:http';

/** What is served: the registry of one process, or those of many as one. */
export type MetricsSource = { readonly contentType: string; metrics(): Promise<string> };

/** Serves /metrics, on a port of its own: it is for operators, not for clients. */
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
