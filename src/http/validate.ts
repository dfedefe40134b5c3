import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { validationError, type FieldFault } from '../domain/errors.js';
import { createAjv } from '../platform/ajv.js';

const ajv = createAjv({ allErrors: true, strictRequired: false, discriminator: true, verbose: true });

/** Compiles a body schema. The returned check raises a validation error that lists the faults. */
export function compileBody<B extends TSchema>(schema: B): (value: unknown) => Static<B> {
  const validate = ajv.compile(schema);
  return (value) => {
    // Array lengths are checked before items: a million wrong items are one fault.
    const crowded = crowdedArrays(schema, value, '');
    if (crowded.length > 0) throw validationError(crowded);
    return checked(validate, value);
  };
}

/** Checks text parameters against an object schema. Digits become numbers where the schema has an integer. */
export function compileParameters<P extends TObject>(
  schema: P,
): (values: Record<string, string | string[] | undefined>) => Static<P> {
  const validate = ajv.compile(schema);
  const known = Object.entries(schema.properties);
  return (values) => {
    const read: Record<string, unknown> = {};
    for (const [name, property] of known) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (property['type'] === 'array') {
        if (value !== undefined) read[name] = [value].flat();
        continue;
      }
      if (Array.isArray(value)) throw validationError([{ path: `/${name}`, message: 'must be given once' }]);
      if (value !== undefined) read[name] = property['type'] === 'integer' ? integerOf(value) : value;
    }
    return checked(validate, read) as Static<P>;
  };
}

function integerOf(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function checked(validate: ValidateFunction, value: unknown): unknown {
  if (validate(value)) return value;
  throw validationError((validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(faultOf));
}

function faultOf(error: ErrorObject): FieldFault {
  const { instancePath, keyword, params, message } = error;
  if (keyword === 'required') return { path: `${instancePath}/${params['missingProperty']}`, message: 'is required' };
  if (keyword === 'discriminator') return discriminatorFault(error);
  if (keyword === 'enum') {
    const allowed = (params['allowedValues'] as unknown[]).filter((each) => each !== null);
    return { path: instancePath, message: `must be one of ${allowed.map(String).join(', ')}` };
  }
  return { path: instancePath, message: message ?? 'is not valid' };
}

function discriminatorFault({ instancePath, params, parentSchema }: ErrorObject): FieldFault {
  const tag = String(params['tag']);
  const forms = parentSchema?.['oneOf'] as { properties: Record<string, { enum: string[] }> }[];
  const allowed = forms.flatMap(({ properties }) => properties[tag]?.enum ?? []);
  return { path: `${instancePath}/${tag}`, message: `must be one of ${allowed.join(', ')}` };
}

function crowdedArrays(schema: TSchema, value: unknown, path: string): FieldFault[] {
  if (Array.isArray(value)) {
    const most = schema['maxItems'] as number | undefined;
    return most !== undefined && value.length > most
      ? [{ path, message: `must have at most ${most} items, not ${value.length}` }]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>).flatMap(([name, property]) =>
    Object.hasOwn(value, name)
      ? crowdedArrays(property, (value as Record<string, unknown>)[name], `${path}/${name}`)
      : [],
  );
}
