import { expect } from 'chai';
import { createClient } from '../../../src/client/client.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { quire } from '../quire.js';

describe('cli: get', () => {
  let service: RunningService;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());

  it('prints the file that a version was made of, to the byte', async () => {
    const apiKey = await service.issueKey();
    const client = createClient({ url: service.url, apiKey });
    const get = async (...args: string[]) =>
      (await quire({ QUIRE_URL: service.url, QUIRE_API_KEY: apiKey }, 'get', 'docs/file.md', ...args)).stdout;
    const files = ['---\nn: 1.10 # as it is\n---\n\n*\ttext\r\n', '\ufeffNo last line end', '', 'Blank lines\n\n\n'];
    for (const markdown of files) await client.putDocument('docs/file.md', { markdown });
    for (const [at, markdown] of files.entries()) {
      expect(await get('--version', String(at + 1))).to.equal(markdown);
    }
    expect(await get()).to.equal(files.at(-1));
  });
});
