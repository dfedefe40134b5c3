import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { MAIN } from '../cli/quire.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);

type Step = { uses?: string; with?: Record<string, string>; env?: Record<string, string>; run?: string };
type Action = { inputs: Record<string, { required?: boolean; default?: string }>; runs: { steps: Step[] } };
type Workflow = { jobs: { push: { steps: Step[] } } };
type Pipeline = { 'push-docs': { variables: Record<string, string>; script: string[] } };

/** As the runner has them in the place of the program: npm must be told where this checkout is. */
const PROGRAMS = {
  npm: `[ "$1" = --prefix ] && [ "$(realpath "$2")" = "${resolve('.')}" ] && [ "$3 $4 $5 $6" = 'run -s quire --' ] || exit 99
shift 6
exec "${process.execPath}" "${MAIN}" "$@"`,
  quire: `exec "${process.execPath}" "${MAIN}" "$@"`,
};

describe('the files for CI', () => {
  let service: RunningService;
  let programs: string;
  before(async () => {
    service = await startService(await embeddedStorage());
    programs = temporaryFolder();
    for (const [name, text] of Object.entries(PROGRAMS)) {
      await writeFile(`${programs}/${name}`, `#!/bin/sh\n${text}\n`);
      await chmod(`${programs}/${name}`, 0o755);
    }
  });
  after(() => service.close());

  /** Where a job has its checkout. */
  async function checkout(): Promise<string> {
    const folder = temporaryFolder();
    await mkdir(`${folder}/docs`);
    await writeFile(`${folder}/docs/a.md`, '# A\n');
    await writeFile(`${folder}/docs/b.md`, '---\nvisibility: private\n---\n# B\n');
    return folder;
  }

  async function snippets(language: string): Promise<string[]> {
    const page = await readFile('docs/CI.md', 'utf8');
    const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)];
    return blocks.filter(([, name]) => name === language).map(([, , text = '']) => text);
  }

  async function shell(program: string, env: Record<string, string>): Promise<string> {
    const path = { PATH: `${programs}${delimiter}${process.env['PATH']}` };
    const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', program], {
      cwd: await checkout(),
      env: { ...path, HOME: temporaryFolder(), ...env },
    });
    return stdout;
  }

  it('push a directory from GitHub by the action, as the example calls it', async () => {
    const action = parse(await readFile('deploy/ci/action.yml', 'utf8')) as Action;
    const [example = ''] = await snippets('yaml');
    const workflow = parse(example) as Workflow;
    const given = workflow.jobs.push.steps.find(({ uses }) => uses?.includes('/deploy/ci@'))?.with ?? {};
    expect(Object.keys(action.inputs)).to.include.members(Object.keys(given));
    for (const [name, { required }] of Object.entries(action.inputs)) {
      if (required) expect(given).to.have.property(name);
    }
    const inputs: Record<string, string | undefined> = {
      ...given,
      url: service.url,
      'api-key': await service.issueKey(),
    };
    const value = (text: string) =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? action.inputs[name]?.default ?? '');
    const [step] = action.runs.steps;
    const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, text]) => [name, value(text)]));
    const printed = await shell(step?.run ?? '', { ...env, GITHUB_ACTION_PATH: resolve('deploy/ci') });
    expect(printed).to.include('Created 2');
    const again = await shell(step?.run ?? '', { ...env, OPTIONS: '', GITHUB_ACTION_PATH: resolve('deploy/ci') });
    expect(again).to.include('Unchanged 2');
  });

  it('take no value of an input as a program', async () => {
    const { runs } = parse(await readFile('deploy/ci/action.yml', 'utf8')) as Action;
    for (const { run: program } of runs.steps) expect(program).not.to.include('${{');
  });

  it('push a directory from GitLab by the script of the example', async () => {
    const [, example = ''] = await snippets('yaml');
    const { variables, script } = (parse(example) as Pipeline)['push-docs'];
    expect(Object.keys(variables)).to.deep.equal(['QUIRE_URL']);
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: await service.issueKey() };
    expect(await shell(script.join('\n'), env)).to.include('Created 2');
  });

  it('compare a directory, and put a file, by the commands of the page', async () => {
    const [, compare = '', put = ''] = await snippets('');
    const env = { QUIRE_URL: service.url, QUIRE_API_KEY: await service.issueKey() };
    expect(await shell(compare.replace(/^(quire status.*) +#.*/m, '$1 || echo "exit $?"'), env)).to.match(
      /create a\.md[^]*create b\.md[^]*exit 1\n$/,
    );
    expect(await shell(`echo '# R' > report.md\n${put}`, env)).to.include('"result":"created"');
  });
});
