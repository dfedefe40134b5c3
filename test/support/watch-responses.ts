import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const CHANNEL = 'http.server.request.start';

type Responses = { hasBegun(requestId: string): boolean; hasClosed(requestId: string): boolean; end(): void };

/** Sees the responses of all services in this process, by the `X-Request-Id` that the client has sent. */
export function watchResponses(): Responses {
  const responses = new Map<string, ServerResponse>();
  const see = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    responses.set(String(request.headers['x-request-id']), response);
  };
  subscribe(CHANNEL, see);
  return {
    hasBegun: (requestId) => responses.has(requestId),
    hasClosed: (requestId) => responses.get(requestId)?.closed === true,
    end: () => {
      unsubscribe(CHANNEL, see);
    },
  };
}
