import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { packClient } from '../../scripts/pack-client/pack-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';

export type InstalledClient = { packed: string; folder: string };

const run = promisify(execFile);
let installing: Promise<InstalledClient> | undefined;

/** The package of the client, and a folder outside of the project into which it was installed, without a network. */
export function installedClient(): Promise<InstalledClient> {
  return (installing ??= install());
}

async function install(): Promise<InstalledClient> {
  const [packed, folder] = [await packClient(temporaryFolder()), temporaryFolder()];
  await writeFile(`${folder}/package.json`, '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: folder });
  return { packed, folder };
}
