import { rm, stat, chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { NoAnswerError } from '../../../src/client/client.js';
import { UsageError } from '../../../src/cli/process/exit-status.js';
import type { ProcessContext } from '../../../src/cli/process/process-context.js';
import { connect, type ConnectionOptions } from '../../../src/cli/remote/connection.js';
import { profilesPath, readProfiles, writeProfiles, type Profile } from '../../../src/cli/remote/profiles.js';
import { listenForKeys, type KeyListener } from './told-keys.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

type Case = { env?: Record<string, string>; options?: ConnectionOptions };

describe('cli: the connection of commands for a key', () => {
  let home: string;
  let one: KeyListener;
  let other: KeyListener;
  before(async () => {
    home = temporaryFolder();
    one = await listenForKeys();
    other = await listenForKeys();
  });
  after(async () => {
    one.close();
    other.close();
  });
  beforeEach(() => {
    one.keys.length = 0;
    other.keys.length = 0;
  });

  const path = () => profilesPath({ HOME: home });
  const save = (profiles: Record<string, Profile>) => writeProfiles(path(), new Map(Object.entries(profiles)));
  const saveBoth = () =>
    save({ default: { url: one.url, apiKey: 'saved-one' }, far: { url: other.url, apiKey: 'saved-other' } });

  /** What was sent where, or the error. */
  async function attempt({ env = {}, options = {} }: Case) {
    const said: string[] = [];
    const stderr = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said.push(chunk.toString());
        done();
      },
    });
    const io = { env: { HOME: home, ...env }, stderr } as unknown as ProcessContext;
    const error = await connect(io, options).then(
      async ({ client }): Promise<undefined> => {
        await client.getLimits();
        return undefined;
      },
      (raised: unknown) => raised as Error,
    );
    return { one: one.keys, other: other.keys, error, said: said.join('') };
  }

  it('takes options first, then the environment, then the default profile', async () => {
    await saveBoth();
    const cases: [Case, Partial<Awaited<ReturnType<typeof attempt>>>][] = [
      [{}, { one: ['saved-one'] }],
      [{ options: { profile: 'far' } }, { other: ['saved-other'] }],
      [{ env: { QUIRE_URL: other.url, QUIRE_API_KEY: 'own' } }, { other: ['own'] }],
      [{ env: { QUIRE_API_KEY: 'own' } }, { one: ['own'] }],
      [{ env: { QUIRE_URL: `${one.url}/` } }, { one: ['saved-one'] }],
      [{ env: { QUIRE_URL: one.url, QUIRE_API_KEY: 'own' }, options: { url: other.url } }, { other: ['own'] }],
      [{ env: { QUIRE_URL: one.url, QUIRE_API_KEY: 'own' }, options: { profile: 'far' } }, { other: ['saved-other'] }],
      [{ options: { profile: 'far', url: `${other.url}/` } }, { other: ['saved-other'] }],
      [{ env: { QUIRE_API_KEY: 'own' }, options: { profile: 'far', url: one.url } }, { one: ['own'] }],
    ];
    for (const [given, sent] of cases) {
      one.keys.length = other.keys.length = 0;
      expect(await attempt(given), JSON.stringify(given)).to.deep.include({ one: [], other: [], ...sent });
    }
  });

  it('never sends a saved key to another URL, and says what to do', async () => {
    await saveBoth();
    const cases: Case[] = [
      { options: { url: other.url } },
      { options: { url: other.url, profile: 'default' } },
      { env: { QUIRE_URL: other.url } },
      { options: { url: `${one.url}/path` } },
    ];
    for (const given of cases) {
      const { error, ...sent } = await attempt(given);
      expect(sent).to.deep.include({ one: [], other: [] });
      expect(error).to.be.instanceOf(UsageError);
      expect(error?.message).to.match(/is for http\S+ alone\. Set QUIRE_API_KEY, or run `quire login http/);
    }
  });

  it('does not follow a redirect, which would send the key to another service', async () => {
    const bent = await listenForKeys((_, response) => response.writeHead(307, { Location: other.url }).end());
    await save({ default: { url: bent.url, apiKey: 'saved' } });
    const error = await attempt({}).catch((raised: unknown) => raised);
    bent.close();
    expect(error).to.be.instanceOf(NoAnswerError);
    expect(other.keys).to.deep.equal([]);
  });

  it('says in one line what is missing or wrong', async () => {
    await rm(dirname(path()), { recursive: true, force: true });
    const cases: [Case, RegExp][] = [
      [{}, /^No service is named\. Run `quire login URL`/],
      [{ env: { QUIRE_API_KEY: 'own' } }, /^No service is named/],
      [{ options: { url: one.url } }, /^There is no key for http\S+\. Set QUIRE_API_KEY/],
      [{ options: { profile: 'far' } }, /^There is no profile "far"/],
      [{ options: { profile: '__proto__' } }, /^There is no profile/],
      [{ options: { url: 'ftp://x' } }, /^--url must be an address/],
      [{ options: { url: 'http://me:secret@x' } }, /^--url must have no user name/],
      [{ env: { QUIRE_URL: 'here' } }, /^QUIRE_URL must be an address/],
      [{ env: { QUIRE_URL: one.url, QUIRE_API_KEY: 'secret key' } }, /^The API key must be one word/],
    ];
    for (const [given, expected] of cases) {
      const { error } = await attempt(given);
      expect(error).to.be.instanceOf(UsageError);
      expect(error?.message)
        .to.match(expected)
        .and.not.match(/secret|\n/);
    }
    expect([one.keys, other.keys]).to.deep.equal([[], []]);
  });

  it('warns of a URL that is not https, except on this machine', async () => {
    const warned = async (url: string) => {
      const stderr = { text: '', write: (text: string) => void (stderr.text += text) };
      const env = { HOME: home, QUIRE_URL: url, QUIRE_API_KEY: 'own' };
      await connect({ env, stderr, args: [] } as unknown as ProcessContext, {});
      return stderr.text;
    };
    expect(await warned('http://docs.example.com')).to.match(/^quire: http:\/\/docs.* is not https[^\n]*\n$/);
    for (const url of ['https://docs.example.com', 'http://127.0.0.1:1', 'http://localhost', 'http://[::1]:8080']) {
      expect(await warned(url), url).to.equal('');
    }
    expect(await warned('http://127.0.0.1.example.com')).not.to.equal('');
    // Between containers the environment is the usual way, so it is no error.
    expect(await warned('http://quire:8080')).to.match(/is not https/);
  });

  it('does not warn of a profile whose login has agreed to a URL that is not https', async () => {
    const url = 'http://docs.example.com';
    for (const [insecure, warns] of [
      [true, false],
      [false, true],
    ] as const) {
      await save({ default: { url, apiKey: 'saved', insecure } });
      const stderr = { text: '', write: (text: string) => void (stderr.text += text) };
      await connect({ env: { HOME: home }, stderr, args: [] } as unknown as ProcessContext, {});
      expect(stderr.text.includes('is not https')).to.equal(warns);
    }
  });

  it('keeps the file for its owner alone, whole at all times, without leftovers', async () => {
    const fresh = join(home, 'a', 'b');
    const file = profilesPath({ XDG_CONFIG_HOME: fresh, HOME: home });
    for (const apiKey of ['1', '2']) await writeProfiles(file, new Map([['default', { url: one.url, apiKey }]]));
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect((await stat(dirname(file))).mode & 0o777).to.equal(0o700);
    expect(await readdir(dirname(file))).to.deep.equal(['profiles.json']);
    expect((await readProfiles(file)).get('default')).to.deep.equal({ url: one.url, apiKey: '2' });
    expect(profilesPath({ XDG_CONFIG_HOME: 'relative', HOME: home })).to.equal(path());
  });

  it('refuses a file that others can read, or that is of another form', async () => {
    await saveBoth();
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(path(), mode);
      expect((await attempt({})).error?.message).to.equal(
        `${path()} holds keys and is open to others. Run \`chmod 600 ${path()}\`.`,
      );
    }
    await mkdir(dirname(path()), { recursive: true });
    for (const text of ['', '{', 'null', '[]', '{"profiles":[]}', '{"profiles":{"default":{"url":"x"}}}']) {
      await rm(path(), { force: true });
      await writeFile(path(), text, { mode: 0o600 });
      expect((await attempt({})).error?.message, text).to.equal(
        `${path()} is no file of profiles. Remove it, and run \`quire login\` again.`,
      );
    }
    expect(one.keys).to.deep.equal([]);
  });
});
