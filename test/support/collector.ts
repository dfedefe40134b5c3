import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type Pair = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Pair[];
  status: { code?: number };
};
type Sent = { resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: SentSpan[] }[] }[] };

export type TakenSpan = Omit<SentSpan, 'attributes' | 'status'> & {
  attributes: Record<string, unknown>;
  isFailed: boolean;
};

/** OTLP: 2 is the kind of a server's span, 3 that of a client's. */
export const KIND = { internal: 1, server: 2, client: 3 };

/** Takes spans by OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: TakenSpan[] = [];
  /** As it was sent. */
  received = '';
  resource: Record<string, unknown> = {};
  readonly url: string;
  readonly #server: Server;

  static async start(): Promise<Collector> {
    // The SDK itself reads it: spans are sent as soon as they have ended.
    process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20';
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Collector(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        if (request.url === '/v1/traces') this.#take(body);
        response.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
  }

  /** Of one trace, in the order of their ends. */
  of(traceId: string): TakenSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      this.resource = recordOf(resource.attributes);
      for (const { attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, attributes: recordOf(attributes), isFailed: status.code === 2 });
      }
    }
  }
}

function recordOf(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}
