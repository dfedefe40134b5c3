import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient, type Client } from '../../../src/client/client.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { until } from '../../support/until.js';
import { quire } from '../quire.js';

describe('cli: open', () => {
  let service: RunningService;
  let client: Client;
  let env: Record<string, string>;
  before(async () => {
    service = await startService(await embeddedStorage());
    const apiKey = await service.issueKey();
    client = createClient({ url: service.url, apiKey });
    env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
  });
  after(() => service.close());

  async function printed(name: string): Promise<string> {
    const { code, stdout, stderr } = await quire(env, 'open', name, '--print');
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout;
  }

  it('prints the address of the page, or of the private document in the console', async () => {
    const { id } = await client.createDocument({ title: 'Seen', blocks: [], visibility: 'public' });
    const hidden = await client.putDocument('docs/hidden.md', { title: 'Hidden', blocks: [] });
    expect(await printed(id)).to.equal(`${service.url}/d/${id}\n`);
    const inConsole = `${service.url}/console#/documents/${hidden.id}\n`;
    expect(await printed('docs/hidden.md')).to.equal(inConsole);
  });

  it('hands the address to the opener of the system, and says where there is none', async function () {
    if (platform() === 'win32' || platform() === 'darwin') this.skip();
    const { id } = await client.createDocument({ title: 'Seen', blocks: [], visibility: 'public' });
    const folder = await mkdtemp(join(tmpdir(), 'quire-open-'));
    const heard = join(folder, 'heard');
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > ${heard}.part && mv ${heard}.part ${heard}\n`, {
      mode: 0o755,
    });
    const ended = await quire({ ...env, PATH: `${folder}:/usr/bin:/bin` }, 'open', id);
    expect(ended).to.include({ code: 0, stderr: '' });
    await until(async () => existsSync(heard));
    expect(await readFile(heard, 'utf8')).to.equal(`${service.url}/d/${id}\n`);
    const none = await quire({ ...env, PATH: join(folder, 'none') }, 'open', id);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.include('xdg-open cannot be run');
    await rm(folder, { recursive: true });
  });
});
