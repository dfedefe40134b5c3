import { Type, type TSchema, type TUnsafe } from '@sinclair/typebox';
import { DOCUMENT_KEY_BYTES } from '../../domain/document-key.js';
import { LIST_LIMIT, OFFSET_LIMIT } from '../../domain/limits.js';
import { DOCUMENT_ID, DOCUMENT_KEY } from './examples.js';

export type FreeObject = { [key: string]: unknown };

/** The name of the component that a schema is in the OpenAPI description. */
export const COMPONENT = Symbol('component');
/** What the OpenAPI description has in place of a schema that validates requests. */
export const DESCRIBED = Symbol('described');

/** Makes the schema a component of the OpenAPI description. */
export function named<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, [COMPONENT]: name };
}

/** The schema validates; the OpenAPI description has the other one, which says the same to more tools. */
export function describedAs<T extends TSchema>(schema: T, described: object): T {
  return { ...schema, [DESCRIBED]: described };
}

export function text(description: string, options: Record<string, unknown> = {}) {
  return Type.String({ description, ...options });
}

const INSTANT = { format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };

/** ISO 8601, UTC, milliseconds. */
export function timestamp(description: string) {
  return Type.String({ ...INSTANT, description });
}

export function nullableTimestamp(description: string) {
  return Type.Unsafe<string | null>({ ...INSTANT, type: ['string', 'null'], description });
}

/** A field that may be absent or `null`. */
export function optionalString(options: Record<string, unknown> = {}) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...options }));
}

export function stringEnum<T extends string>(values: readonly T[], description: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], description });
}

/**
 * A named schema or null. Tools find the name in `anyOf` alone, but `anyOf` would validate with an error for each
 * alternative.
 */
export function nullable<T>(schema: TUnsafe<T>, description: string) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  const validating = { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
  const described = { anyOf: [schema, { type: 'null' }], description };
  return Type.Unsafe<T | null>({ ...validating, [COMPONENT]: undefined, [DESCRIBED]: described });
}

export function nullableString(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description });
}

export function integerFrom(minimum: number, description: string) {
  return Type.Integer({ minimum, description });
}

export function nullableInteger(minimum: number, description: string) {
  return Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, description });
}

const Author = named(
  'Author',
  Type.Unsafe<{ key_id: string; label: string | null }>(
    Type.Object(
      {
        key_id: text('The identifier of the key.'),
        label: nullableString('The label that the key had then. Null: it had none.'),
      },
      { description: 'The key that a version was written with.' },
    ),
  ),
);
export const VersionAuthor = nullable(
  Author,
  'The key that the version was written with. Null: an older version of the service wrote it.',
);

export const ListPaging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIST_LIMIT,
      description: 'The most entries to answer with. Without it, the whole list.',
      examples: [100],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_LIMIT,
      default: 0,
      description: 'How many entries to skip.',
      examples: [0],
    }),
  ),
};

const DocumentId = text('The identifier of the document.', { examples: [DOCUMENT_ID] });

/** Version numbers are validated as text, because they may have any length. */
function versionNumber(description: string, example: number) {
  const schema = { type: 'integer', minimum: 1, description, examples: [example] };
  return describedAs(Type.String({ pattern: '^[1-9][0-9]*$' }), schema);
}

/** A segment of a key: not empty, not `.`, not `..`. */
const SEGMENT = '([^/.][^/]*|\\.[^/.][^/]*|\\.\\.[^/]+)';

export const KeyParams = Type.Object({
  key: describedAs(Type.String(), {
    type: 'string',
    minLength: 1,
    maxLength: DOCUMENT_KEY_BYTES,
    pattern: `^${SEGMENT}(/${SEGMENT})*$`,
    description:
      `Your own key of a document: at most ${DOCUMENT_KEY_BYTES} bytes of UTF-8. Slashes may be escaped or not. No ` +
      'segment is empty, `.` or `..`.',
    examples: [DOCUMENT_KEY],
  }),
});

export const DocumentParams = Type.Object({ document_id: DocumentId });

export const PageQuery = Type.Object({
  version: Type.Optional(versionNumber('The number of the version. Without it, the newest one.', 1)),
  part: Type.Optional(versionNumber('The number of the part.', 1)),
});

export const VersionParams = Type.Object({
  document_id: DocumentId,
  version_number: versionNumber('The number of the version.', 1),
});

export const TwoVersionsParams = Type.Object({
  document_id: DocumentId,
  from_version: versionNumber('The number of the version that is compared from.', 1),
  to_version: versionNumber('The number of the version that is compared to.', 2),
});
