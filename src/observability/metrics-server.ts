import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** Serves /metrics, on a port of its own: it is for operators, not for clients. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
