import { JSON_LEVELS, JSON_NAMES, JSON_SHAPES, JSON_VALUES, type Limits } from '../domain/limits.js';
import { Components, type Json } from './openapi/components.js';
import { describeOperation } from './openapi/operations.js';
import { TAGS, type Route } from './route.js';

/** The OpenAPI 3.1 description, from the schemas that also validate requests. */
export function describeApi(routes: readonly Route[], limits: Pick<Limits, 'bodyBytes'>): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace(/\{\*(\w+)\}/, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeOperation(route, components) };
  }
  const used = new Set(routes.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quire',
      version: '1',
      description: generalText(limits),
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key that the operator issued.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key, where `X-API-Key` is not sent.' },
      },
      ...components.all,
    },
  };
}

function generalText({ bodyBytes }: Pick<Limits, 'bodyBytes'>): string {
  return [
    'Documents of typed content blocks, in folders, with numbered immutable versions.',
    'Every request has a key, in the header `X-API-Key` or, without that, as `Authorization: Bearer`.',
    `A request body holds at most ${bodyBytes} bytes, before and after decompression. It holds at most ${JSON_VALUES} ` +
      `JSON values (objects, arrays and what is in them), ${JSON_NAMES} named members, and objects with ${JSON_SHAPES} ` +
      `different names or orders of names, on at most ${JSON_LEVELS} levels.`,
    'Numbers, those in metadata too, are IEEE 754 doubles (RFC 8259, 6): a whole number beyond 2^53 comes back ' +
      'rounded. Identifiers of 64 bits are better sent as strings. Members of objects have no order.',
    'A plan limits the requests of a minute and of a day, the bytes stored in a day and the documents made in a month; ' +
      'the operation `getLimits` shows what is left. Every answer has the headers `X-RateLimit-…`.',
    'Every error has the same shape. `error.code` tells errors apart, `error.details` depends on it, and `error.message` ' +
      'is for people. After 429 and 503 ' +
      'the same request may be sent again when `Retry-After` has passed.',
  ].join('\n\n');
}
