import { lineOf, type Description, type OperationObject, type ParameterObject } from '../../http/description.js';

/** As much of a JSON Schema as says what bounds a member. */
export type MemberSchema = {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Readonly<Record<string, MemberSchema>>;
  items?: MemberSchema;
  anyOf?: readonly MemberSchema[];
  oneOf?: readonly MemberSchema[];
};

/** Something that a caller chooses. `name`: `query limit`, `body metadata.tags`, `body blocks[].content`. */
export type Member = { name: string; schema: MemberSchema };

/** All members of an operation, those within others after them. Those of a line: `line OP.NAME`. */
export function membersOf(description: Description, operation: OperationObject): Member[] {
  const parameters = operation.parameters
    .map((each) => description.resolve<ParameterObject>(each))
    .map(({ in: storage, name, schema }) => ({ name: `${storage} ${name}`, schema: schema as MemberSchema }));
  const media = Object.values(operation.requestBody?.content ?? {});
  const bodies = media.flatMap((each) => [(lineOf(each) ?? each.schema) as MemberSchema]);
  return [...parameters, ...bodies.flatMap((schema) => within(description, 'body ', schema))].filter(isFirst);
}

/** Of a union the members of each branch; a member of a line is named with the line's `op`. */
function within(description: Description, prefix: string, given: MemberSchema): Member[] {
  const schema = description.resolve<MemberSchema>(given);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((branch) => {
    const resolved = description.resolve<MemberSchema>(branch);
    const op = resolved.properties?.['op']?.enum?.[0];
    return within(description, typeof op === 'string' ? `line ${op}.` : prefix, resolved);
  });
  const items = schema.items ? within(description, `${prefix.replace(/\.$/, '')}[].`, schema.items) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
    { name: prefix + name, schema: simplified(description, each) },
    ...within(description, `${prefix}${name}.`, each),
  ]);
  return [...branches, ...items, ...own];
}

/** The schema of what may also be null. */
function simplified(description: Description, given: MemberSchema): MemberSchema {
  const schema = description.resolve<MemberSchema>(given);
  const branches = (schema.anyOf ?? []).map((each) =>
    description.resolve<MemberSchema>(each as MemberSchema & { $ref: string }),
  );
  return branches.find(({ type }) => type !== 'null') ?? schema;
}

function isFirst({ name }: Member, at: number, all: readonly Member[]): boolean {
  return all.findIndex((other) => other.name === name) === at;
}
