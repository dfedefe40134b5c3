import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describedAt } from './description.js';
import { exchange } from './exchange.js';
import { describeHttp } from './suite.js';

const run = promisify(execFile);

/** Answers alone, and an exit code that tells of a refusal. */
const CURL = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

describeHttp('the page of the interface', (api) => {
  let page: string;
  before(async () => {
    page = (await exchange(api.url, { method: 'GET', path: '/docs', headers: {} })).text;
  });

  it('has a section with an anchor for every operation, schema and error code, and no dead link', async () => {
    const description = await describedAt(api.url);
    const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(description.operations().map(({ operation }) => operation.operationId));
    const { schemas, headers } = description.document.components;
    const shown = Object.keys(schemas).filter((name) => !name.endsWith('Answer'));
    expect(ids).to.include.members(shown.map((name) => `schema-${name}`));
    expect(ids).to.include.members(Object.keys(headers).map((name) => `header-${name}`));
    expect(ids).to.include.members([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
  });

  it('groups the digits of large numbers in its text', () => {
    expect(page).to.include('at most 2,147,483,647').and.include('at most 500,000 JSON values');
    const text = page.replaceAll(/<style>[^]*?<\/style>|<code>[^]*?<\/code>|<[^>]*>/g, ' ');
    expect(text).not.to.match(/\b\d{5,}\b/);
  });

  it('has an example for every operation in lines that fit, which runs as it is shown', async () => {
    const alice = await api.caller();
    const [preparation = ''] = examplesOf(page, 'preparation');
    expect(preparation).to.include(`BASE=${api.url}\n`);
    const prepare = preparation.replace('dk_…', String(alice.headers['X-API-Key']));
    const { stdout } = await run('sh', [
      '-ec',
      `${CURL}${prepare}\nprintf '\\n%s' "BASE=$BASE KEY=$KEY FOLDER_ID=$FOLDER_ID ASSET=$ASSET DOCUMENT_ID=$DOCUMENT_ID"`,
    ]);
    const variables = stdout.slice(stdout.lastIndexOf('\n') + 1);
    expect(variables).to.match(/FOLDER_ID=\w{24} ASSET=\w{64} DOCUMENT_ID=\w{24}$/);
    const examples = examplesOf(page, 'run');
    for (const line of examples.join('\n').split('\n'))
      if (line.includes('$BASE')) expect(line).to.have.length.below(82);
    expect(examples).to.have.length((await describedAt(api.url)).operations().length);
    const isDelete = (example: string) => example.includes('-X DELETE');
    // What they show is made by another example.
    const isLater = (example: string) => isDelete(example) || isPage(example);
    for (const example of [
      ...examples.filter((each) => !isLater(each)),
      ...examples.filter(isPage),
      ...examples.filter(isDelete),
    ]) {
      const { stdout: answer } = await run('sh', ['-ec', `${CURL}${variables.replaceAll(' ', '\n')}\n${example}`]);
      const isBytes = example.includes('/$ASSET') && !example.includes('-X PUT');
      if (!isDelete(example)) expect(answer).to.match(begin(isPage(example), isBytes));
    }
  });
});

function isPage(example: string): boolean {
  return /\/(?:pre)?view/.test(example);
}

function begin(isOfPage: boolean, isBytes: boolean): RegExp {
  if (isBytes) return /^A picture/;
  return isOfPage ? /^<!doctype html>/ : /^\{/;
}

function examplesOf(page: string, kind: string): string[] {
  const blocks = page.matchAll(new RegExp(`<pre class="${kind}"><code>(.*?)</code></pre>`, 'gs'));
  return [...blocks].map(([, block = '']) =>
    block
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}
