import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { ERRORS, type ErrorCode } from '../../src/domain/errors.js';
import { expectStatus } from './client.js';
import type { DescriptionObject, OperationObject } from './description.js';
import { describeHttp } from './suite.js';

const OPERATIONS = {
  'POST /v1/documents': 'createDocument',
  'GET /v1/documents/search': 'searchDocuments',
  'GET /v1/documents/{document_id}': 'getDocument',
  'PATCH /v1/documents/{document_id}': 'patchDocument',
  'DELETE /v1/documents/{document_id}': 'deleteDocument',
  'POST /v1/documents/{document_id}/versions': 'pushVersion',
  'GET /v1/documents/{document_id}/versions': 'listVersions',
  'GET /v1/documents/{document_id}/versions/{version_number}': 'getVersion',
  'GET /v1/documents/{document_id}/versions/{from_version}/diff/{to_version}': 'diffVersions',
  'POST /v1/documents/{document_id}/versions/{version_number}/restore': 'restoreVersion',
  'POST /v1/folders': 'createFolder',
  'GET /v1/folders': 'listFolders',
  'GET /v1/limits': 'getLimits',
};

type WithEnum = { properties: { error: { properties: { code: { enum: ErrorCode[] } } } } };

describeHttp('the description', (api) => {
  let document: DescriptionObject;
  before(async () => {
    document = expectStatus(await api.stranger.get<DescriptionObject>('/openapi.json'), 200);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(valid, JSON.stringify(errors)).to.equal(true);
    expect(validator.version).to.equal('3.1');
  });

  it('has every operation and no other', () => {
    const found = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
    );
    expect(Object.fromEntries(found)).to.deep.equal(OPERATIONS);
  });

  it('has every error code, each under its own status', () => {
    const described = new Set<ErrorCode>();
    for (const [status, code] of codesOf(document)) {
      expect(ERRORS[code].status).to.equal(Number(status));
      described.add(code);
    }
    const ofNoOperation: ErrorCode[] = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];
    expect([...described, ...ofNoOperation]).to.have.members(Object.keys(ERRORS));
    expect(enumOf(document.components.schemas['Error'])).to.have.members(Object.keys(ERRORS));
  });

  it('has no 403 for what takes any key, and one with the role for all else', () => {
    const anyKey = operationsOf(document).filter(({ responses }) => !responses['403']);
    expect(anyKey.map(({ operationId }) => operationId)).to.deep.equal(['getLimits']);
    for (const { operationId, description } of operationsOf(document)) {
      expect(description).to.match(operationId === 'getLimits' ? /any roles or none/ : /Needs the role `\w+:\w+`/);
    }
  });

  it('answers HEAD, and is the same for all', async () => {
    expectStatus(await api.stranger.head('/openapi.json'), 200);
    expect((await (await api.caller()).get('/openapi.json')).body).to.deep.equal(document);
  });
});

function operationsOf(document: DescriptionObject): OperationObject[] {
  return Object.values(document.paths).flatMap((operations) => Object.values(operations));
}

function codesOf(document: DescriptionObject): [string, ErrorCode][] {
  return operationsOf(document).flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { content }]) =>
        enumOf(content?.['application/json']?.schema).map((code): [string, ErrorCode] => [status, code]),
      ),
  );
}

function enumOf(schema: unknown): ErrorCode[] {
  return (schema as WithEnum).properties.error.properties.code.enum;
}
