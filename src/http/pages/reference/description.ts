import type { Json } from '../../openapi/components.js';

export type Reference = { $ref: string };
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  contentSchema?: Schema;
} & Record<string, unknown>;
export type Media = { schema: Schema; example?: unknown };
export type Header = { description: string; schema: Schema; example?: unknown };
export type Parameter = Header & { name: string; in: 'path' | 'query' | 'header'; required?: boolean };
export type Response = {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, Media>;
};
export type DescribedOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
};
type Components = {
  schemas: Record<string, Schema>;
  responses: Record<string, Response>;
  headers: Record<string, Header>;
  parameters: Record<string, Parameter>;
};
type Described = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Components;
};

export type NamedOperation = { method: string; path: string; operation: DescribedOperation };

/** The parts of the OpenAPI description that the page shows. */
export class Description {
  readonly general: string;
  readonly tags: Described['tags'];
  readonly components: Components;
  readonly #paths: Described['paths'];

  constructor(description: Json) {
    const { info, tags, paths, components } = description as unknown as Described;
    this.general = info.description;
    this.tags = tags;
    this.components = components;
    this.#paths = paths;
  }

  operationsOf(tag: string): NamedOperation[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  operation(operationId: string): NamedOperation {
    const all = this.tags.flatMap(({ name }) => this.operationsOf(name));
    const found = all.find(({ operation }) => operation.operationId === operationId);
    if (!found) throw new Error(`the description has no operation ${operationId}`);
    return found;
  }

  parametersOf({ parameters }: DescribedOperation): Parameter[] {
    return parameters.map((each) => this.#resolve(this.components.parameters, each));
  }

  responsesOf({ responses }: DescribedOperation): [number, Response][] {
    return Object.entries(responses).map(([status, each]) => [
      Number(status),
      this.#resolve(this.components.responses, each),
    ]);
  }

  #resolve<T extends object>(parts: Record<string, T>, part: T | Reference): T {
    return '$ref' in part ? (parts[nameOf(part)] as T) : part;
  }
}

/** The name of the part that is referred to. */
export function nameOf({ $ref }: { $ref?: unknown }): string {
  return String($ref).slice(String($ref).lastIndexOf('/') + 1);
}
