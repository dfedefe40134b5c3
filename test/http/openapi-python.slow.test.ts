// Slow: installs packages of Python, and schemathesis sends thousands of requests.
import { expect } from 'chai';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWith, type PythonPrograms } from '../support/python.js';
import { SEEN } from './clients/program.js';
import { describedAt } from './description.js';
import { create, push } from './making.js';
import { describeHttp } from './suite.js';

const PACKAGES = ['openapi-python-client==0.29.1', 'mypy==2.4.1', 'schemathesis==4.32.5'];
const PROGRAM = 'python_program.py';

/** A precondition that fails and a search for nothing are no faults of a request. */
const STATUSES = '"2xx", "3xx", 401, 403, 404, 409, 412, 422, 429, "5xx"';
/** A cursor is opaque and excludes `offset`, and `recursive` needs `folder_id`: no schema of a parameter says so. */
const CHECKS = `
[checks.positive_data_acceptance]
expected-statuses = [${STATUSES}]

${['listDocuments', 'searchDocuments'].map(withCursor).join('')}`;

function withCursor(operationId: string): string {
  return `[[operations]]
include-operation-id = "${operationId}"
checks.positive_data_acceptance.expected-statuses = [${STATUSES}, 400]

`;
}

let installed: Promise<PythonPrograms | undefined> | undefined;

describeHttp('the description, to Python', (api) => {
  let python: PythonPrograms;
  let folder: string;
  before(async function () {
    this.timeout(300_000);
    const programs = await (installed ??= pythonWith(PACKAGES));
    if (!programs) return this.skip();
    python = programs;
    folder = await mkdtemp(join(tmpdir(), 'quire-python-'));
  });
  after(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));

  it('makes a package by openapi-python-client that is typed and used in full', async function () {
    this.timeout(120_000);
    const { document } = await describedAt(api.url);
    // It knows no lines.
    const { '/v1/bulk': _lines, ...paths } = document.paths;
    await writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...document, paths }));
    const made = await python.run(
      'openapi-python-client',
      ['generate', '--path', 'openapi.json', '--output-path', 'quire_client', '--meta', 'none'],
      folder,
    );
    expect(made.code, made.output).to.equal(0);
    expect(made.output).not.to.match(/WARNING|ERROR/);
    await copyFile(`test/http/clients/${PROGRAM}`, join(folder, PROGRAM));
    const typed = await python.run('mypy', ['--strict', PROGRAM], folder);
    expect(typed.code, typed.output).to.equal(0);
    const alice = await api.caller();
    const ran = await python.run('python', [PROGRAM, api.url, String(alice.headers['X-API-Key'])], folder);
    expect(ran.code, ran.output).to.equal(0);
    expect(JSON.parse(ran.output)).to.deep.equal(SEEN);
  });

  it('has nothing that schemathesis finds in the limits of values', async () => {
    // It has values of its own for these headers, which are not even entity tags.
    await findsNothing(['--phases', 'coverage'], { 'header.If-Match': '*', 'header.If-None-Match': '*' });
  }).timeout(300_000);

  it('has nothing that schemathesis finds in examples, invented values and sequences', async () => {
    await findsNothing(['--phases', 'examples,fuzzing,stateful', '--max-examples', '50'], {});
  }).timeout(300_000);

  it('has nothing that schemathesis finds at a document that exists', async () => {
    const alice = await api.caller();
    const { id } = await create(alice);
    await push(alice, id);
    const apiKey = String(alice.headers['X-API-Key']);
    const options = ['--phases', 'fuzzing', '--max-examples', '50', '--exclude-operation-id', 'deleteDocument'];
    await findsNothing(options, { 'path.document_id': id }, apiKey);
  }).timeout(300_000);

  async function findsNothing(options: string[], parameters: Record<string, string>, apiKey?: string): Promise<void> {
    const fixed = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"\n`);
    await writeFile(join(folder, 'schemathesis.toml'), `[parameters]\n${fixed.join('')}${CHECKS}`);
    const key = apiKey ?? String((await api.caller()).headers['X-API-Key']);
    // It knows no lines either.
    const without = ['--exclude-operation-id', 'bulk'];
    const args = ['run', `${api.url}/openapi.json`, '-H', `X-API-Key: ${key}`, '--checks', 'all', '--no-color'];
    const { code, output } = await python.run('schemathesis', [...args, ...without, ...options], folder);
    expect(code, output).to.equal(0);
    expect(output).to.match(/[1-9]\d* generated/);
  }
});
