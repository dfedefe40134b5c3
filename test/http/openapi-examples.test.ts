import { expect } from 'chai';
import type { Answer, Client } from './client.js';
import { describedAt, lineOf, type Description, type OperationObject } from './description.js';
import { ASSET, ASSET_TEXT, EXAMPLES } from '../../src/http/schemas/examples.js';
import { newOwner } from '../support/factories.js';
import { keepAsset } from '../support/keep-asset.js';
import { describeHttp } from './suite.js';

/** The story that the examples tell, in its order. */
const STORY = [
  'createFolder',
  'listFolders',
  'getFolder',
  'getFolderByPath',
  'createDocument',
  'getDocument',
  'pushVersion',
  'listVersions',
  'getVersion',
  'diffVersions',
  'searchDocuments',
  'patchDocument',
  'restoreVersion',
  'getLimits',
  'putDocumentByKey',
  'putDocumentByKey',
  'getDocumentByKey',
  'listDocuments',
  'deleteDocumentByKey',
  'bulk',
  'deleteDocument',
  'patchFolder',
  'deleteFolder',
];

/** A page is not whole, and bytes are no JSON. */
const NOT_TOLD = [
  'putAsset',
  'findMissingAssets',
  'viewDocument',
  'previewDocument',
  'viewDocumentByKey',
  'getAsset',
  'getDocumentAsset',
  'getVersionAsset',
  'postAssets',
];

/** Parameters without which the story is told. */
const NOT_NEEDED = ['parent_id', 'cursor'];

describeHttp('the examples of the description', (api) => {
  let description: Description;
  let owner: string;
  let alice: Client;
  before(async () => {
    description = await describedAt(api.url);
    owner = newOwner();
    expect(await keepAsset(api.storage.env, owner, ASSET_TEXT)).to.equal(ASSET);
    const { label, expires_at: expires } = EXAMPLES.getLimits.answer.key;
    alice = await api.caller({ owner, plan: 'pro', label, expires });
  });

  it('are there for every parameter and every body', () => {
    for (const { operation } of description.operations()) {
      const bodies = Object.values(operation.requestBody?.content ?? {}).concat(
        Object.entries(operation.responses).flatMap(([status, answer]) =>
          Number(status) < 300 ? Object.values(description.resolve(answer).content ?? {}) : [],
        ),
      );
      for (const media of bodies) {
        const line = lineOf(media);
        for (const [schema, value] of [
          [media.schema, media.example],
          ...(line === undefined ? [] : linesOf(media.example).map((each) => [line, each] as const)),
        ] as const) {
          expect(description.faultOf(schema, value), operation.operationId).to.equal(undefined);
        }
      }
      for (const parameter of operation.parameters.map((each) => description.resolve(each))) {
        if (NOT_NEEDED.includes(parameter.name)) continue;
        expect(description.faultOf(parameter.schema, parameter.example), parameter.name).to.equal(undefined);
      }
    }
  });

  it('are what the service takes and answers, one after the other', async () => {
    const operations = description.operations();
    expect(operations.map(({ operation }) => operation.operationId)).to.have.members([...new Set(STORY), ...NOT_TOLD]);
    const names = new Names(owner);
    for (const operationId of STORY) {
      const { method, path, operation } = operations.find((each) => each.operation.operationId === operationId)!;
      const target = names
        .toReal(path + queryOf(description, operation))
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => names.toReal(parameter(description, operation, name)));
      const [type = 'application/json', sent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const answer: Answer = await alice.send(method, target, {
        headers: { 'Content-Type': type },
        body: sent && names.toReal(typeof sent.example === 'string' ? sent.example : JSON.stringify(sent.example)),
      });
      expect(answer.status, answer.text).to.be.lessThan(300);
      const [described] = Object.values(description.resolve(operation.responses[answer.status]!).content ?? {});
      if (lineOf(described)) names.compare(linesOf(described?.example), linesOf(answer.text), operationId);
      else names.compare(described?.example, answer.body, operationId);
    }
  });
});

function linesOf(text: unknown): unknown[] {
  return String(text)
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

function parameter(description: Description, operation: OperationObject, name: string): string {
  const found = operation.parameters.map((each) => description.resolve(each)).find((each) => each.name === name);
  return String(found?.example);
}

function queryOf(description: Description, { parameters }: OperationObject): string {
  const pairs = parameters
    .map((each) => description.resolve(each))
    .filter((each) => each.in === 'query' && each.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Identifiers of the examples, and those that the service gave instead. */
class Names {
  readonly #real: Map<string, string>;

  constructor(owner: string) {
    this.#real = new Map([[EXAMPLES.getLimits.answer.owner, owner]]);
  }

  toReal(text: string): string {
    return [...this.#real].reduce((replaced, [example, real]) => replaced.replaceAll(example, real), text);
  }

  /** Identifiers are learned where they are first met; times, addresses and what is left of limits differ. */
  compare(example: unknown, actual: unknown, storage: string): void {
    const name = storage.split('/').at(-1) ?? '';
    if (typeof example === 'object' && example !== null && typeof actual === 'object' && actual !== null) {
      expect(Object.keys(actual), storage).to.have.members(Object.keys(example));
      for (const [key, value] of Object.entries(example))
        this.compare(value, (actual as Record<string, unknown>)[key], `${storage}/${key}`);
    } else if (typeof example === 'string' && /^(id|\w+_id)$/.test(name)) {
      if (!this.#real.has(example)) this.#real.set(example, String(actual));
      expect(actual, storage).to.equal(this.#real.get(example));
    } else if (name === 'url') {
      expect(new URL(String(actual)).pathname, storage).to.equal(this.toReal(new URL(String(example)).pathname));
    } else if (/_at$|^remaining$/.test(name)) {
      expect(actual, storage).to.be.a(typeof example);
    } else {
      expect(actual, storage).to.deep.equal(typeof example === 'string' ? this.toReal(example) : example);
    }
  }
}
