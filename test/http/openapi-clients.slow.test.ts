// Slow: makes and compiles two clients in each mode.
import { createClient } from '@hey-api/openapi-ts';
import { expect } from 'chai';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { runOpenapiFetch } from './clients/openapi-fetch-program.js';
import { SEEN, type Program } from './clients/program.js';
import { describedAt } from './description.js';
import { describeHttp } from './suite.js';

/** The files that @hey-api/openapi-ts brings along do not compile under `exactOptionalPropertyTypes`. */
const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
};
const SOURCES = 'test/http/clients';
/** Below the project, so that packages are found. */
const MADE = 'dist/hey-api';

describeHttp('a program on generated types', (api) => {
  it('uses every operation by openapi-typescript', () => usesAll(runOpenapiFetch));

  it('uses every operation by @hey-api/openapi-ts', async () => {
    await rm(MADE, { recursive: true, force: true });
    await mkdir(MADE, { recursive: true });
    await writeFile(`${MADE}/openapi.json`, JSON.stringify((await describedAt(api.url)).document));
    const output = { path: `${MADE}/generated`, module: { extension: '.js' as const } };
    await createClient({ input: `${MADE}/openapi.json`, output, logs: { level: 'silent' } });
    for (const name of ['hey-api-program.ts', 'program.ts']) await copyFile(`${SOURCES}/${name}`, `${MADE}/${name}`);
    compile(`${MADE}/hey-api-program.ts`);
    const program = pathToFileURL(resolve(`${MADE}/hey-api-program.js`)).href;
    await usesAll(((await import(program)) as { runHeyApi: Program }).runHeyApi);
  });

  async function usesAll(run: Program): Promise<void> {
    const description = await describedAt(api.url);
    const used = new Set<string>();
    const alice = await api.caller();
    const seen = await run({
      url: api.url,
      apiKey: String(alice.headers['X-API-Key']),
      fetch: async (request) => {
        const operations = description.operationsAt(new URL(request.url).pathname);
        used.add(operations?.[request.method.toLowerCase()]?.operationId ?? request.url);
        return fetch(request);
      },
    });
    expect(seen).to.deep.equal(SEEN);
    expect([...used]).to.have.members(description.operations().map(({ operation }) => operation.operationId));
  }
});

function compile(file: string): void {
  const program = ts.createProgram([file], STRICT);
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  const messages = faults.map(
    (fault) => `${fault.file?.fileName}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`,
  );
  expect(messages).to.deep.equal([]);
}
