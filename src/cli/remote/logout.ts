import { Command } from 'commander';
import { UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { DEFAULT_PROFILE, profilesPath, readProfiles, writeProfiles } from './profiles.js';

type LogoutOptions = { profile: string };

export function logoutCommand(io: ProcessContext): Command {
  return new Command('logout')
    .option('--profile <name>', 'the profile to remove', DEFAULT_PROFILE)
    .addHelpText('after', '\nThe key itself stays valid. An operator ends it by `quire keys revoke`.')
    .action((options: LogoutOptions) => logout(io, options));
}

async function logout(io: ProcessContext, { profile: name }: LogoutOptions): Promise<void> {
  const path = profilesPath(io.env);
  const profiles = await readProfiles(path);
  if (!profiles.delete(name)) throw new UsageError(`There is no profile "${name}".`);
  await writeProfiles(path, profiles);
  io.print(`Removed the profile "${name}" from ${path}.`);
}
