import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../domain/json.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Requests have 64. What walks through metadata recurses, and would end at some thousands. */
const METADATA_LEVELS = 1_000;

/** Compiled at its first use: a command reads few kinds of objects, and compiling all of them takes longer than it. */
export type Shape<T> = () => ValidateFunction<T>;

/** The schemas are this program's own: checking them takes longer than compiling them. */
const OWN_SCHEMAS = { meta: false, validateSchema: false };
let ajv: Ajv2020 | undefined;

/**
 * What an object must be to be worked with: types, and sizes that both indices can hold. Limits of requests are
 * narrower, and settings or later versions may change them; fields that are not named are free.
 */
export function shapeOf<S extends TSchema>(schema: S): Shape<Static<S>> {
  let compiled: ValidateFunction<Static<S>> | undefined;
  return () => compiled ??= (ajv ??= createAjv()).compile<Static<S>>(schema);
}

function createAjv(): Ajv2020 {
  const created = new Ajv2020({ ...OWN_SCHEMAS, strict: true, strictTypes: false, allowUnionTypes: true });
  created.addFormat('time', isTime);
  created.addKeyword({ keyword: 'shallow', type: 'object', schemaType: 'boolean', validate: isShallow, errors: false });
  return created;
}

export const Id = Type.String({ pattern: '^[0-9A-Za-z]{24}$' });
export const OwnerName = Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$' });
export const Time = Type.String({ format: 'time' });
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
/** Any keys. */
export const Metadata = Type.Unsafe<JsonObject | null>({ type: ['object', 'null'], shallow: true });

export function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] });
}

/** ISO 8601, UTC, milliseconds, and a day that there is. */
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
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    if (typeof member === 'object' && member !== null && !hasLevels(member, levels - 1)) return false;
  }
  return true;
}
