import { expect } from 'chai';
import { describedAt, type Description, type ParameterObject } from './description.js';
import { describeHttp } from './suite.js';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  default?: unknown;
  pattern?: string;
  oneOf?: unknown;
};
/** A schema with the place where it is. */
type Placed = [storage: string, schema: Schema];

describeHttp('the parts of the description', (api) => {
  let description: Description;
  let schemas: Placed[];
  let parameters: ParameterObject[];
  before(async () => {
    description = await describedAt(api.url);
    const { components } = description.document;
    schemas = [...placed('', components), ...placed('', description.document.paths)];
    parameters = description
      .operations()
      .flatMap(({ operation }) => operation.parameters.map((each) => description.resolve(each)));
  });

  it('are described in sentences: operations, answers, parameters, headers, schemas and all fields', () => {
    for (const { operation } of description.operations()) {
      for (const text of [operation.summary, operation.description]) expect(text, operation.operationId).to.match(/\w/);
      // What the operation does, beside the role.
      expect(operation.description.split('. ').length, operation.operationId).to.be.greaterThan(1);
      for (const answer of Object.values(operation.responses))
        isSentence(description.resolve(answer), operation.operationId);
    }
    for (const parameter of parameters) isSentence(parameter, parameter.name);
    const { components } = description.document;
    for (const [name, header] of Object.entries(components.headers)) isSentence(header, name);
    for (const [name, schema] of Object.entries(components.schemas)) isSentence(schema, name);
    for (const [storage, { properties = {} }] of schemas) {
      // What a condition says of a field is no field of its own.
      if (/\/(if|then|not)(\/|$)/.test(storage)) continue;
      for (const [name, field] of Object.entries(properties))
        isSentence(description.resolve(field), `${storage}/${name}`);
    }
  });

  it('are under a tag that is described', () => {
    const known = description.document.tags.map(({ name }) => name);
    for (const { operation } of description.operations()) {
      expect(operation.tags, operation.operationId).to.have.length(1);
      expect(known).to.include.members(operation.tags);
    }
    for (const tag of description.document.tags) isSentence(tag, tag.name);
  });

  it('say of each object without fields which it may have, except of details that are empty', () => {
    const objects = schemas.filter(
      ([, { type, oneOf, properties = {} }]) =>
        [type].flat().includes('object') && !oneOf && Object.keys(properties).length === 0,
    );
    expect(objects).not.to.be.empty;
    for (const [storage, schema] of objects) {
      const isEmpty = storage.endsWith('/details') && schema.description === 'Empty.';
      const isMap = typeof schema.additionalProperties === 'object';
      expect(isEmpty || isMap || schema.additionalProperties === true, storage).to.equal(true);
    }
  });

  it('have no default in a body, which some tools take for a field that is always there', () => {
    const withDefault = schemas.filter(([, schema]) => 'default' in schema).map(([storage]) => storage);
    // Some of a query have one: so what follows is known to be looked at.
    expect(withDefault).not.to.be.empty;
    expect(withDefault.filter((storage) => !storage.includes('/parameters/'))).to.deep.equal([]);
  });

  it('have no pattern that looks ahead or behind', () => {
    const patterns = schemas.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns).not.to.be.empty;
    for (const pattern of patterns) expect(pattern).not.to.match(/\(\?[=!<]/);
  });

  it('name errors and headers by reference', () => {
    for (const { operation } of description.operations()) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        if (Number(status) >= 300) expect(answer, `${status} of ${operation.operationId}`).to.have.all.keys('$ref');
        const { headers = {} } = description.resolve(answer);
        for (const [name, header] of Object.entries(headers)) {
          if (name !== 'Location') expect(header, name).to.have.all.keys('$ref');
        }
      }
    }
  });

  it('have the form of a date-time for every time', () => {
    const times = schemas.flatMap(([storage, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([name]) => name.endsWith('_at'))
        .map(([name, field]) => ({ storage: `${storage}/${name}`, field })),
    );
    expect(times).not.to.be.empty;
    for (const { storage, field } of times) expect(field, storage).to.include({ format: 'date-time' });
  });
});

function isSentence(part: unknown, storage: string): void {
  expect((part as { description?: string }).description, storage).to.match(/^\S[^]*\.$/);
}

/** Every object below, as if each were a schema. */
function placed(storage: string, part: unknown): Placed[] {
  if (typeof part !== 'object' || part === null || /\/examples?$/.test(storage)) return [];
  return [[storage, part], ...Object.entries(part).flatMap(([key, value]) => placed(`${storage}/${key}`, value))];
}
