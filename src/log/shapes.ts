import { Type, type Static, type TSchema } from '@sinclair/typebox';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { DOCUMENT_KEY_BYTES } from '../domain/document-key.js';
import type { JsonObject } from '../domain/json.js';
import { createAjv } from '../platform/ajv.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Requests have 64. Code that walks through metadata recurses, and would overflow at some thousands. */
const METADATA_LEVELS = 1_000;

/** Compiled at first use: a command reads few kinds of objects, and compiling all takes longer than it. */
export type Shape<T> = () => ValidateFunction<T>;

let ajv: Ajv2020 | undefined;

/** Types, and sizes that both indices can hold. Request limits are narrower. Other members are accepted and ignored. */
export function shapeOf<S extends TSchema>(schema: S): Shape<Static<S>> {
  let compiled: ValidateFunction<Static<S>> | undefined;
  return () => (compiled ??= (ajv ??= ajvOfShapes()).compile<Static<S>>(schema));
}

function ajvOfShapes(): Ajv2020 {
  const created = createAjv({ allowUnionTypes: true });
  created.addFormat('time', isTime);
  created.addKeyword({ keyword: 'shallow', type: 'object', schemaType: 'boolean', validate: isShallow, errors: false });
  return created;
}

export const Id = Type.String({ pattern: '^[0-9A-Za-z]{24}$' });
export const OwnerName = Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$' });
export const Time = Type.String({ format: 'time' });
export const ContentHash = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** A client's own key, in code points. */
export const Key = Type.String({ minLength: 1, maxLength: DOCUMENT_KEY_BYTES });
export const Life = Type.Integer({ minimum: 1, maximum: 9_999_999_999 });
/** Of Idempotency-Keys and their requests. */
const mark = { key: Type.String(), request: Type.String() };
export const Marks = Type.Array(Type.Object(mark));
export const FormerMarks = Type.Array(Type.Object({ ...mark, document_id: Type.Optional(Id) }));
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const Metadata = Type.Unsafe<JsonObject | null>({ type: ['object', 'null'], shallow: true });

export function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] });
}

function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function isShallow(_: boolean, metadata: object): boolean {
  return hasLevels(metadata, METADATA_LEVELS);
}

function hasLevels(value: object, levels: number): boolean {
  if (levels === 0) return false;
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null && !hasLevels(member, levels - 1)) return false;
  }
  return true;
}
