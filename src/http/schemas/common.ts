import { Type, type TSchema } from '@sinclair/typebox';
import { DOCUMENT_KEY_BYTES } from '../../domain/document-key.js';
import { LIST_LIMIT, OFFSET_LIMIT } from '../../domain/limits.js';

export type FreeObject = { [key: string]: unknown };

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, milliseconds',
});

/** A field that may be absent or `null`. */
export function optionalString(options: Record<string, unknown> = {}) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...options }));
}

export function optionalEnum<T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Optional(Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options }));
}

export function stringEnum<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] });
}

export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const NullableObject = Type.Unsafe<FreeObject | null>({ type: ['object', 'null'] });

export const ListPaging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_LIMIT, description: 'the whole list by default' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_LIMIT, description: '0 by default' })),
};

export const DocumentParams = Type.Object({ document_id: Type.String() });

export const KeyParams = Type.Object({
  key: Type.String({
    description:
      `your own key of a document, 1 to ${DOCUMENT_KEY_BYTES} bytes of UTF-8, slashes raw or escaped; ` +
      'no segment is empty, `.` or `..`',
  }),
});

const Numeral = Type.String({ pattern: '^[1-9][0-9]*$', description: 'a version number, from 1' });

export const VersionParams = Type.Object({ document_id: Type.String(), version_number: Numeral });

export const TwoVersionsParams = Type.Object({
  document_id: Type.String(),
  from_version: Numeral,
  to_version: Numeral,
});

/** Makes the schema a component of the OpenAPI description. */
export function named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title };
}
