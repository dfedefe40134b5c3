import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { needsTools, runTool } from './tool.js';

const UNIT = 'deploy/systemd/quire.service';
/** What systemd gives a unit without any confinement is 9.6. */
const MOST_EXPOSED = 20;

describe('the systemd unit, by systemd', () => {
  needsTools('systemd-analyze');

  it('is valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'));
    const copy = join(folder, 'quire.service');
    // It looks for the program, which is elsewhere on some machines.
    await writeFile(copy, (await readFile(UNIT, 'utf8')).replace('/usr/bin/node', process.execPath));
    expect(await runTool('systemd-analyze', ['verify', copy])).to.not.match(/quire\.service/);
    await rm(folder, { recursive: true });
  });

  it('exposes little', async () => {
    await runTool('systemd-analyze', ['security', '--offline=yes', `--threshold=${MOST_EXPOSED}`, UNIT]);
  });
});
