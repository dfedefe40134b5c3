import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { exchange } from './exchange.js';

type Reference = { $ref: string };
type HeaderObject = { description: string; schema: AnySchema };
export type MediaType = { schema: AnySchema; example?: unknown };
type ResponseObject = {
  description: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, MediaType>;
};
export type ParameterObject = { name: string; in: string; description: string; schema: AnySchema; example?: unknown };
export type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: (ParameterObject | Reference)[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
};
export type DescriptionObject = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: Record<'schemas' | 'responses' | 'headers' | 'parameters', Record<string, unknown>>;
};

const FORMATS = { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ };

/** What `GET /openapi.json` of a service says, ready to hold answers against it. */
export class Description {
  readonly document: DescriptionObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  readonly #errorAnswers = new Map<string, AnySchema>();
  readonly #compiled = new Map<AnySchema, ValidateFunction>();

  constructor(document: DescriptionObject) {
    this.document = document;
  }

  /** What the description says of a path: by method; undefined where it knows no such path. */
  operationsAt(pathname: string): Record<string, OperationObject> | undefined {
    const templates = Object.keys(this.document.paths).filter((template) => matches(template, pathname));
    // The longest literal beginning wins: `search` and `by-key` are no identifiers.
    const longest = Math.max(...templates.map((template) => literal(template).length));
    const closest = templates.filter((template) => literal(template).length === longest);
    // A key may end as the path of its page does: for other methods that is the path of the key.
    const operations = closest.sort((a, b) => a.length - b.length).map((template) => this.document.paths[template]);
    return operations.length === 0 ? undefined : Object.assign({}, ...operations);
  }

  /** All operations, with the method and the path of each. */
  operations(): { method: string; path: string; operation: OperationObject }[] {
    return Object.entries(this.document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  /** The part itself, or what it refers to. */
  resolve<T extends object>(part: T | Reference): T {
    if (!('$ref' in part)) return part;
    const [kind, name] = part.$ref.split('/').slice(-2) as [keyof DescriptionObject['components'], string];
    return this.document.components[kind][name] as T;
  }

  /** The schema of an answer with the error of this code. */
  errorAnswer(code: string): AnySchema {
    let answer = this.#errorAnswers.get(code);
    if (!answer) this.#errorAnswers.set(code, (answer = this.#makeErrorAnswer(code)));
    return answer;
  }

  #makeErrorAnswer(code: string): AnySchema {
    const found = Object.entries(this.document.components.schemas).find(([, schema]) => codeOf(schema) === code);
    if (!found) throw new Error(`no schema of the description has the error code ${code}`);
    const error = { $ref: `#/components/schemas/${found[0]}` };
    return { type: 'object', properties: { error }, required: ['error'] };
  }

  #compile(schema: AnySchema): ValidateFunction {
    const { components } = this.document;
    return this.#ajv.compile({ ...(closed(schema) as object), components: closed({ schemas: components.schemas }) });
  }

  /** What is wrong with a value; a field that the schema does not name is wrong too. Undefined: nothing. */
  faultOf(schema: AnySchema, value: unknown): string | undefined {
    let validate = this.#compiled.get(schema);
    if (!validate) this.#compiled.set(schema, (validate = this.#compile(schema)));
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

/** The schema of each line, if the content is lines. */
export function lineOf(media: MediaType | undefined): AnySchema | undefined {
  return (media?.schema as { contentSchema?: AnySchema } | undefined)?.contentSchema;
}

/** Undefined: not the schema of an error. */
export function codeOf(schema: unknown): string | undefined {
  return (schema as { properties?: { code?: { enum?: string[] } } }).properties?.code?.enum?.[0];
}

const descriptions = new Map<string, Promise<Description>>();

/** Read once from each service. */
export function describedAt(url: string): Promise<Description> {
  let description = descriptions.get(url);
  if (!description) descriptions.set(url, (description = readDescription(url)));
  return description;
}

async function readDescription(url: string): Promise<Description> {
  const { text } = await exchange(url, { method: 'GET', path: '/openapi.json', headers: {} });
  const description = new Description(JSON.parse(text) as DescriptionObject);
  // Tests go through all operations: of none they would find nothing wrong.
  expect(description.operations()).not.to.be.empty;
  return description;
}

function literal(template: string): string {
  return template.replace(/\{.*/, '');
}

/** An escaped slash stays, as it divides no names. */
function unescaped(pathname: string): string {
  return pathname.replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, decodeURIComponent);
}

function matches(template: string, pathname: string): boolean {
  const pattern = template.replaceAll(/\{(?:key|path)\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(unescaped(pathname));
}

/** The schema with `additionalProperties: false` at every object whose properties it names. */
function closed(schema: AnySchema): AnySchema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value as AnySchema)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
