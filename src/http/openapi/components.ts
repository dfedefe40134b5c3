import { COMPONENT, DESCRIBED } from '../schemas/common.js';

export type Json = Record<string, unknown>;
type Kind = 'schemas' | 'responses' | 'headers' | 'parameters';
type Marked = { [COMPONENT]?: string; [DESCRIBED]?: object };

/** The parts of the description that others refer to. A part is made where it is first referred to. */
export class Components {
  readonly all: Record<Kind, Json> = { schemas: {}, responses: {}, headers: {}, parameters: {} };

  refer(kind: Kind, name: string, make: () => unknown): { $ref: string } {
    this.all[kind][name] ??= make();
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** The schema as the description has it, with references to its named parts. */
  schemaOf(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.schemaOf(item));
    if (typeof part !== 'object' || part === null) return part;
    const { [COMPONENT]: name, [DESCRIBED]: described } = part as Marked;
    const make = () =>
      Object.fromEntries(Object.entries(described ?? part).map(([key, value]) => [key, this.schemaOf(value)]));
    return name === undefined ? make() : this.refer('schemas', name, make);
  }
}
