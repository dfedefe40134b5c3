/** What a pipeline needs that has no client: a file, and a program that sends it. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../support/temporary-folder.js';
import { keyPath, unique } from './making.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);

const SHELL = `
put() {
  curl --silent --show-error --fail-with-body -T guide.md -H "X-API-Key: $KEY" -H 'Content-Type: text/markdown' "$URL"
  echo
}
put
put
printf 'One more.\\r\\n' >> guide.md
put
curl --silent --fail -H "X-API-Key: $KEY" -H 'Accept: text/markdown' "$URL"
`;

const PYTHON = `
import os
from urllib.request import Request, urlopen

def call(method, body=None):
    headers = {"X-API-Key": os.environ["KEY"], "Content-Type": "text/markdown", "Accept": "text/markdown"}
    with urlopen(Request(os.environ["URL"], body, headers, method=method)) as answer:
        return answer.read().decode()

def put():
    with open("guide.md", "rb") as file:
        print(call("PUT", file.read()))

put()
put()
with open("guide.md", "ab") as file:
    file.write(b"One more.\\r\\n")
put()
print(call("GET"), end="")
`;

const TEXT = '---\r\ntags: [a] # why\r\n---\r\n# The guide\r\n\r\n';

describeHttp('a file from a folder with nothing else', (api) => {
  for (const [program, args] of [
    ['sh', ['-ec', SHELL]],
    ['python3', ['-c', PYTHON]],
  ] as const) {
    it(`is put by ${program}: made, unchanged, the next version, and the same bytes`, async function () {
      if (spawnSync(program, ['-c', '']).status !== 0) this.skip();
      const cwd = temporaryFolder();
      await writeFile(join(cwd, 'guide.md'), TEXT);
      const { headers } = await api.caller();
      const URL = `${api.url}${keyPath(unique())}?folder_path=/docs`;
      const env = { PATH: process.env['PATH'], KEY: String(headers['X-API-Key']), URL };
      const { stdout } = await run(program, [...args], { cwd, env });
      const [made, again, changed, ...file] = stdout.split('\n');
      const results = [made, again, changed].map((line) => JSON.parse(line!) as { result: string; version: number });
      expect(results.map(({ result, version }) => [result, version])).to.deep.equal([
        ['created', 1],
        ['unchanged', 1],
        ['updated', 2],
      ]);
      expect(file.join('\n')).to.equal(`${TEXT}One more.\r\n`);
    });
  }
});
