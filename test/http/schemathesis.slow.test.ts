// Slow: installs packages of Python, and schemathesis sends thousands of requests.
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isThorough } from '../support/rounds.js';
import { create, push } from './making.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);

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

describeHttp('schemathesis', (api) => {
  let folder: string;
  before(async function () {
    this.timeout(300_000);
    if (!isThorough) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'quire-python-'));
    try {
      await run('python3', ['-m', 'venv', folder]);
      await run(join(folder, 'bin/pip'), ['install', '--quiet', 'schemathesis==4.32.5']);
    } catch (error) {
      process.stdout.write(`skipped: schemathesis cannot be installed: ${String(error).split('\n')[0]}\n`);
      this.skip();
    }
  });
  after(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));

  it('finds nothing in the limits of values', async () => {
    // It has values of its own for these headers, which are not even entity tags.
    await findsNothing(['--phases', 'coverage'], { 'header.If-Match': '*', 'header.If-None-Match': '*' });
  }).timeout(300_000);

  it('finds nothing in examples, invented values and sequences', async () => {
    await findsNothing(['--phases', 'examples,fuzzing,stateful', '--max-examples', '50'], {});
  }).timeout(300_000);

  it('finds nothing at a document that exists', async () => {
    const alice = await api.caller();
    const { id } = await create(alice);
    await push(alice, id);
    const apiKey = String(alice.headers['X-API-Key']);
    const options = ['--phases', 'fuzzing', '--max-examples', '50', '--exclude-operation-id', 'deleteDocument'];
    await findsNothing(options, { 'path.document_id': id }, apiKey);
  }).timeout(300_000);

  /** Raises what it printed, where it has found something. */
  async function findsNothing(options: string[], parameters: Record<string, string>, apiKey?: string): Promise<void> {
    const fixed = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"\n`);
    await writeFile(join(folder, 'schemathesis.toml'), `[parameters]\n${fixed.join('')}${CHECKS}`);
    const key = apiKey ?? String((await api.caller()).headers['X-API-Key']);
    // It knows no lines.
    const without = ['--exclude-operation-id', 'bulk'];
    const args = ['run', `${api.url}/openapi.json`, '-H', `X-API-Key: ${key}`, '--checks', 'all', '--no-color'];
    const all = [...args, ...without, ...options];
    const { stdout } = await run(join(folder, 'bin/schemathesis'), all, { cwd: folder }).catch(
      (error: { stdout: string; stderr: string }) => expect.fail(`${error.stdout}${error.stderr}`),
    );
    expect(stdout).to.match(/[1-9]\d* generated/);
  }
});
