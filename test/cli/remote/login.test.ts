import { readFile, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createCli } from '../../../src/cli/cli.js';
import { exitCodeOf } from '../../../src/cli/process/exit-status.js';
import type { ProcessContext } from '../../../src/cli/process/process-context.js';
import { profilesPath, readProfiles, writeProfiles } from '../../../src/cli/remote/profiles.js';
import { newApiKey } from '../../../src/domain/api-key.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { until } from '../../support/until.js';
import { quire, startReading } from '../quire.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('cli: login', () => {
  let service: RunningService;
  let key: string;
  let home: string;
  before(async () => {
    service = await startService(await embeddedStorage());
    key = await service.issueKey();
  });
  after(() => service.close());
  beforeEach(() => void (home = temporaryFolder()));

  const login = (input: string, ...args: string[]) => startReading(input, { HOME: home }, ['login', ...args]).ended;
  const limits = (...args: string[]) => quire({ HOME: home }, 'limits', ...args);
  const savedText = () => readFile(profilesPath({ HOME: home }), 'utf8').catch(() => '');

  it('tries the key of standard input, saves it, and says where', async () => {
    const path = profilesPath({ HOME: home });
    expect(await login(`${key}\nmore\n`, service.url)).to.deep.equal({
      code: 0,
      stdout: `Saved the key for ${service.url} as the profile "default" in ${path}.\n`,
      stderr: '',
    });
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect((await limits()).code).to.equal(0);
  });

  it('refuses a URL that is not https beyond this machine before it asks, unless it is told', async () => {
    const url = 'http://quire.invalid:8080';
    for (const args of [[url], [url, '--profile', 'other']]) {
      expect(await login(key, ...args)).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: `quire: ${url} is not https: others on the way could read the key. --insecure sends it all the same.\n`,
      });
    }
    const path = profilesPath({ HOME: home });
    await writeProfiles(path, new Map([['default', { url, apiKey: 'old', insecure: true }]]));
    // Without a key nothing is sent, but it was asked for: the login goes on.
    for (const args of [[url, '--insecure'], [url], []]) {
      const { code, stderr } = await login('', ...args);
      expect([code, stderr]).to.deep.equal([2, 'quire: No key was given: type it, or put it into standard input.\n']);
    }
    expect((await login('', 'http://other.invalid')).stderr).to.include('--insecure');
    expect((await readProfiles(path)).get('default')).to.deep.equal({ url, apiKey: 'old', insecure: true });
    expect((await login(key, service.url, '--insecure')).code).to.equal(0);
    expect((await readProfiles(path)).get('default')).to.deep.equal({ url: service.url, apiKey: key });
  });

  it('keeps profiles apart, renews a key without a URL, and removes a profile', async () => {
    await login(key, service.url);
    await login(await service.issueKey({ plan: 'pro' }), `${service.url}/`, '--profile', 'second');
    expect((await limits('--profile', 'second')).stdout).to.match(/^Plan: pro\n/);
    expect((await login(await service.issueKey({ plan: 'free' }))).code).to.equal(0);
    expect((await limits()).stdout).to.match(/^Plan: free\n/);
    expect((await quire({ HOME: home }, 'logout')).code).to.equal(0);
    expect((await limits()).code).to.equal(2);
    expect((await limits('--profile', 'second')).code).to.equal(0);
    expect(await quire({ HOME: home }, 'logout')).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'quire: There is no profile "default".\n',
    });
  });

  it('saves nothing that the service refuses, or that is no key', async () => {
    const wrong = newApiKey();
    const cases: [string, string[], number, RegExp][] = [
      [wrong, [service.url], 4, /^quire: INVALID_API_KEY: [^\n]*\n$/],
      ['', [service.url], 2, /^quire: No key was given/],
      ['x y', [service.url], 2, /^quire: The API key must be one word/],
      ['x'.repeat(1_000_000), [service.url], 2, /^quire: The API key must be one word/],
      [key, [], 2, /^quire: There is no profile "default" yet: name a URL\.\n$/],
      [key, ['file:///etc'], 2, /^quire: URL must be an address/],
      [key, [service.url, '--profile', '../x'], 2, /^quire: --profile must be/],
    ];
    for (const [input, args, code, expected] of cases) {
      const ended = await login(input, ...args);
      expect([ended.code, ended.stdout], ended.stderr).to.deep.equal([code, '']);
      expect(ended.stderr).to.match(expected).and.not.include(wrong);
      expect(await savedText()).to.equal('');
    }
  });

  /** On a terminal: what it shows, and when it echoes. */
  async function typing(keys: string) {
    const shown: string[] = [];
    const rawModes: boolean[] = [];
    const stdin = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => {
        rawModes.push(isRaw);
      },
    });
    const stderr = { write: (text: string) => shown.push(text) };
    const io = {
      env: { HOME: home },
      args: ['login', service.url],
      print: (line: string) => shown.push(line),
      stdin,
      stderr,
      interrupted: new Promise(() => undefined),
    } as unknown as ProcessContext;
    const ended = (await createCli(io)).parseAsync([...io.args], { from: 'user' }).then(
      () => 0,
      (error: unknown) => exitCodeOf(error),
    );
    await until(async () => shown.length > 0);
    expect(shown).to.deep.equal([`API key for ${service.url}: `]);
    expect(rawModes).to.deep.equal([true]);
    stdin.write(keys);
    const code = await ended;
    expect(rawModes).to.deep.equal([true, false]);
    return { code, shown: shown.join('') };
  }

  it('does not show the key that is typed', async () => {
    const { code, shown } = await typing(`${key}x\x7f\r`);
    expect([code, shown.includes(key.slice(0, 5))]).to.deep.equal([0, false]);
    expect(await savedText()).to.include(key);
  });

  it('ends at Ctrl-C and at the end of the input', async () => {
    expect((await typing('dk_\x03')).code).to.equal(130);
    expect((await typing('\x04')).code).to.equal(2);
    expect(await savedText()).to.equal('');
  });
});
