import type { Route } from '../route.js';
import type { Components, Json } from './components.js';
import { showsQuota, describeErrors } from './errors.js';
import { QUOTA_HEADERS, RATE_HEADERS, referToHeaders, referToParameter, type ParameterName } from './headers.js';

const NDJSON = 'application/x-ndjson';

const FILES: Json = {
  'text/markdown': {
    schema: {
      type: 'string',
      description:
        'The file itself, in UTF-8; what is not in its front matter is in the query. With `content_type=html` or ' +
        '`content_type=text` there, a body of `text/html` or `text/plain` is the file.',
    },
    example: '---\ntags: [plan]\n---\n\n# Plan\n\nBecause.\n',
  },
};

export function describeOperation(route: Route, components: Components): Json {
  const { operationId, summary, tag, description, role, body, raw, example } = route;
  return {
    operationId,
    summary,
    tags: [tag],
    description: `${description} ${role ? `Needs the role \`${role}\`.` : 'Needs a key, with any roles or none.'}`,
    parameters: [
      ...parametersIn('path', route.params, components),
      ...parametersIn('query', route.query, components),
      ...headersOf(route).map((name) => referToParameter(components, name)),
    ],
    ...(body && {
      requestBody: {
        required: route.lines === undefined,
        content: {
          ...contentOf(route, components.schemaOf(route.lines?.described ?? body), example?.body),
          ...(route.takesFile && FILES),
        },
      },
    }),
    ...(raw && { requestBody: { required: true, content: raw.content as Json } }),
    responses: { ...describeSuccess(route, components), ...describeErrors(route, components) },
  };
}

function headersOf(route: Route): ParameterName[] {
  const taken = route.requestHeaders.map((name) => (name === 'If-None-Match' ? 'If-None-Match-Any' : name));
  return [...taken, ...(mayBeUnmodified(route) ? (['If-None-Match'] as const) : []), 'X-Request-Id'];
}

function parametersIn(place: 'path' | 'query', { properties }: Route['params'], components: Components): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...schema } = components.schemaOf(property) as Json & { examples?: unknown[] };
    const example = examples?.[0];
    return {
      name,
      in: place,
      required: place === 'path',
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

function describeSuccess(route: Route, components: Components): Json {
  const { making, ...success } = route.success;
  return {
    [success.status]: describeAnswer(route, { ...success, example: route.example?.answer }, components),
    ...(making && {
      201: describeAnswer(route, { ...success, ...making, status: 201, example: route.example?.made }, components),
    }),
    ...(mayBeUnmodified(route) && { 304: components.refer('responses', 'NotModified', () => notModified(components)) }),
  };
}

type Success = Omit<Route['success'], 'making'> & { example: unknown };

function describeAnswer(route: Route, success: Success, components: Components): Json {
  const { status, description, schema, location, example } = success;
  const isTagged = isRead(route) || route.method === 'put' || route.method === 'patch' || location !== undefined;
  const headers = {
    ...referToHeaders(components, [
      ...RATE_HEADERS,
      ...(showsQuota(route, status) ? QUOTA_HEADERS : []),
      ...(isTagged ? (['ETag'] as const) : []),
      ...(success.mediaType === 'text/html' ? (['Link'] as const) : []),
    ]),
    ...(location !== undefined && {
      Location: { description: `The path of what was made: \`${location}\`.`, schema: { type: 'string' } },
    }),
  };
  const content = schema && contentOf({ ...route, ...success }, components.schemaOf(schema), example);
  return { description, headers, ...(content && { content }) };
}

function notModified(components: Components): Json {
  const headers = referToHeaders(components, [...RATE_HEADERS, 'ETag']);
  return { description: 'What If-None-Match names is still right.', headers };
}

type Content = { lines?: unknown; mediaType?: string | undefined };

function contentOf({ lines, mediaType = 'application/json' }: Content, schema: unknown, example: unknown): Json {
  if (!lines) return { [mediaType]: { schema, ...(example !== undefined && { example }) } };
  const text = ((example ?? []) as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join('');
  // Tools make a string of it: none has a type for lines.
  const whole = { type: 'string', contentMediaType: NDJSON, contentSchema: schema };
  return {
    [NDJSON]: { schema: { ...whole, description: 'Lines of JSON, each as `contentSchema` says.' }, example: text },
  };
}

function isRead({ method }: Route): boolean {
  return method === 'get';
}

function mayBeUnmodified(route: Route): boolean {
  return isRead(route) && !route.isTaggedInPart;
}
