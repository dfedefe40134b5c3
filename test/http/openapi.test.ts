import { Validator } from '@seriousme/openapi-schema-validator';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { ERRORS, type ErrorCode } from '../../src/domain/errors.js';
import { expectStatus } from './client.js';
import { codeOf, describedAt, type Description } from './description.js';
import { describeHttp } from './suite.js';

const OPERATIONS = {
  'PUT /v1/assets/{sha256}': 'putAsset',
  'GET /v1/assets/{sha256}': 'getAsset',
  'POST /v1/assets': 'postAssets',
  'POST /v1/assets/missing': 'findMissingAssets',
  'GET /v1/documents/{document_id}/assets/{sha256}': 'getDocumentAsset',
  'GET /v1/documents/{document_id}/versions/{version_number}/assets/{sha256}': 'getVersionAsset',
  'POST /v1/documents': 'createDocument',
  'GET /v1/documents': 'listDocuments',
  'GET /v1/documents/search': 'searchDocuments',
  'GET /v1/documents/{document_id}': 'getDocument',
  'GET /v1/documents/{document_id}/view': 'viewDocument',
  'GET /v1/documents/by-key/{key}/view': 'viewDocumentByKey',
  'PATCH /v1/documents/{document_id}': 'patchDocument',
  'DELETE /v1/documents/{document_id}': 'deleteDocument',
  'PUT /v1/documents/by-key/{key}': 'putDocumentByKey',
  'GET /v1/documents/by-key/{key}': 'getDocumentByKey',
  'DELETE /v1/documents/by-key/{key}': 'deleteDocumentByKey',
  'POST /v1/documents/{document_id}/versions': 'pushVersion',
  'GET /v1/documents/{document_id}/versions': 'listVersions',
  'GET /v1/documents/{document_id}/versions/{version_number}': 'getVersion',
  'GET /v1/documents/{document_id}/versions/{from_version}/diff/{to_version}': 'diffVersions',
  'POST /v1/documents/{document_id}/versions/{version_number}/restore': 'restoreVersion',
  'POST /v1/folders': 'createFolder',
  'GET /v1/folders': 'listFolders',
  'GET /v1/folders/by-path/{path}': 'getFolderByPath',
  'GET /v1/folders/{folder_id}': 'getFolder',
  'PATCH /v1/folders/{folder_id}': 'patchFolder',
  'DELETE /v1/folders/{folder_id}': 'deleteFolder',
  'POST /v1/bulk': 'bulk',
  'POST /v1/preview': 'previewDocument',
  'GET /v1/limits': 'getLimits',
};

describeHttp('the description', (api) => {
  let description: Description;
  before(async () => {
    description = await describedAt(api.url);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description.document));
    expect(valid, JSON.stringify(errors)).to.equal(true);
    expect(validator.version).to.equal('3.1');
  });

  it('has nothing that Redocly warns of', async () => {
    // No identifier is `by-key`: a path with a key is no path of an identifier.
    const rules = { 'no-ambiguous-paths': 'off' } as const;
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const problems = await lintFromString({ source: JSON.stringify(description.document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
  });

  it('has nothing that Spectral warns of', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas as never] });
    const problems = await linter.run(JSON.stringify(description.document));
    expect(problems.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`)).to.deep.equal([]);
  });

  it('has every operation and no other', () => {
    const found = description
      .operations()
      .map(({ method, path, operation }) => [`${method} ${path}`, operation.operationId]);
    expect(Object.fromEntries(found)).to.deep.equal(OPERATIONS);
  });

  it('has every error code, each under its own status', () => {
    const described = new Set<string>();
    for (const [status, code] of codesOf(description)) {
      expect(ERRORS[code as ErrorCode].status, code).to.equal(Number(status));
      described.add(code);
    }
    expect([...described]).to.have.members(Object.keys(ERRORS));
  });

  it('has no INSUFFICIENT_ROLE for what takes any key, and one with the role for all else', () => {
    for (const { operation } of description.operations()) {
      const isForAll = operation.operationId === 'getLimits';
      expect(operation.description).to.match(isForAll ? /any roles or none/ : /Needs the role `\w+:\w+`/);
      const codes = codesOf(description, operation.operationId).map(([, code]) => code);
      expect(codes.includes('INSUFFICIENT_ROLE'), operation.operationId).to.equal(!isForAll);
    }
  });

  it('answers HEAD, and is the same for all', async () => {
    expectStatus(await api.stranger.head('/openapi.json'), 200);
    expect((await (await api.caller()).get('/openapi.json')).body).to.deep.equal(description.document);
  });
});

/** The status and code of each error that an operation, or all of them, may answer with. */
function codesOf(description: Description, operationId?: string): [string, string][] {
  return description
    .operations()
    .filter(({ operation }) => operationId === undefined || operation.operationId === operationId)
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const schema = description.resolve(response).content?.['application/json']?.schema;
      return errorCodes(description, schema).map((code): [string, string] => [status, code]);
    });
}

type ErrorAnswer = { properties: { error: { oneOf?: { $ref: string }[] } & { $ref: string } } };

function errorCodes(description: Description, schema: unknown): string[] {
  const { error } = description.resolve(schema as ErrorAnswer).properties;
  return (error.oneOf ?? [error]).map((one) => codeOf(description.resolve(one)) ?? 'none');
}
