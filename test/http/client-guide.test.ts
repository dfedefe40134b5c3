import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { compile, compileClient, STRICT } from './compile-program.js';
import { describedAt } from './description.js';
import { installedClient } from './installed-client.js';
import { describeHttp } from './suite.js';

describe('the client', () => {
  it('compiles without anything of Node, and says what its types are', () => {
    expect(compileClient().types).to.deep.equal([]);
  });
});

describeHttp('the guide of the client', (api) => {
  it('has examples that compile under strict settings, and use every operation', async () => {
    const alice = await api.caller();
    const guide = await readFile('docs/CLIENT.md', 'utf8');
    const blocks = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block);
    const program = blocks
      .join('')
      .replaceAll('https://docs.example.com', api.url)
      .replaceAll('dk_…', String(alice.headers['X-API-Key']));
    const { folder } = await installedClient();
    // Each service has a module of its own: one that was imported stays.
    const name = `${folder}/guide-${new URL(api.url).port}`;
    await writeFile(`${name}.mts`, program);
    compile([`${name}.mts`], STRICT);
    const { used, printed } = await observed(() => import(pathToFileURL(`${name}.mjs`).href));
    const description = await describedAt(api.url);
    const operations = new Set(
      used.map(({ method, path }) => description.operationsAt(path)?.[method.toLowerCase()]?.operationId),
    );
    expect([...operations]).to.have.members(description.operations().map(({ operation }) => operation.operationId));
    expect(printed).to.include.members([
      'Plan Plan B',
      'the newest version is 5',
      '4 204 ',
      'Note # Note\n\nAs it is.\n',
      'true true',
    ]);
  });
});

type Asked = { method: string; path: string };

/** What a program asks the service, and what it prints. */
async function observed(run: () => Promise<unknown>): Promise<{ used: Asked[]; printed: string[] }> {
  const { fetch } = globalThis;
  const { log } = console;
  const used: Asked[] = [];
  const printed: string[] = [];
  globalThis.fetch = async (input, init) => {
    used.push({ method: init?.method ?? 'GET', path: new URL(String(input)).pathname });
    return fetch(input, init);
  };
  console.log = (...parts: unknown[]) => printed.push(parts.map((part) => String(part ?? '')).join(' '));
  try {
    await run();
  } finally {
    globalThis.fetch = fetch;
    console.log = log;
  }
  return { used, printed };
}
