import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { exchange } from './exchange.js';

type Headers = Record<string, { schema: AnySchema }>;
type ResponseObject = { headers?: Headers; content?: Record<string, { schema: AnySchema }> };
export type OperationObject = { operationId: string; description: string; responses: Record<string, ResponseObject> };
export type DescriptionObject = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, AnySchema> };
};

/** What `GET /openapi.json` of a service says, ready to hold answers against it. */
export class Description {
  readonly document: DescriptionObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: { date: /^\d{4}-\d\d-\d\d$/ } });
  readonly #compiled = new Map<AnySchema, ValidateFunction>();

  constructor(document: DescriptionObject) {
    this.document = document;
  }

  /** What the description says of a path: by method; undefined where it knows no such path. */
  operationsAt(pathname: string): Record<string, OperationObject> | undefined {
    const templates = Object.keys(this.document.paths).filter((template) => matches(template, pathname));
    // The literal segment `search` is no identifier.
    const [template] = templates.sort((a, b) => a.split('{').length - b.split('{').length);
    return template === undefined ? undefined : this.document.paths[template];
  }

  #compile(schema: AnySchema): ValidateFunction {
    const { components } = this.document;
    return this.#ajv.compile({ ...(closed(schema) as object), components: closed(components as AnySchema) });
  }

  /** What is wrong with a value; a field that the schema does not name is wrong too. Undefined: nothing. */
  faultOf(schema: AnySchema, value: unknown): string | undefined {
    let validate = this.#compiled.get(schema);
    if (!validate) this.#compiled.set(schema, (validate = this.#compile(schema)));
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
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
  return new Description(JSON.parse(text) as DescriptionObject);
}

function matches(template: string, pathname: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** The schema with `additionalProperties: false` at every object whose properties it names. */
function closed(schema: AnySchema): AnySchema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value as AnySchema)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
