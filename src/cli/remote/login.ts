import { Command } from 'commander';
import { stopSignal, UsageError } from '../exit-status.js';
import type { ProcessContext } from '../process-context.js';
import { askKey } from './ask-key.js';
import { clientOf } from './connection.js';
import { DEFAULT_PROFILE, isProfileName, profilesPath, readProfiles, writeProfiles } from './profiles.js';
import { parseServiceUrl } from './service-url.js';

type LoginOptions = { profile: string };

const HELP = `
The key is typed without echo, or is the first line of standard input: quire login URL < KEY_FILE.
It is tried before it is saved. Without URL, the login renews the key of the profile.
`;

export function loginCommand(io: ProcessContext): Command {
  return new Command('login')
    .argument('[url]', 'where the service is (default: that of the profile)')
    .option('--profile <name>', 'the name to save it under', DEFAULT_PROFILE)
    .addHelpText('after', HELP)
    .action((url: string | undefined, options: LoginOptions) => login(io, url, options));
}

async function login(io: ProcessContext, given: string | undefined, { profile: name }: LoginOptions): Promise<void> {
  if (!isProfileName(name)) {
    throw new UsageError('--profile must be 1 to 64 letters, digits, dots, dashes and underscores.');
  }
  const path = profilesPath(io.env);
  const profiles = await readProfiles(path);
  const url = given === undefined ? profiles.get(name)?.url : parseServiceUrl(given, 'URL');
  if (url === undefined) throw new UsageError(`There is no profile "${name}" yet: name a URL.`);
  const profile = { url, apiKey: await askKey(io, url) };
  await clientOf(io, profile).getLimits({ signal: stopSignal(io) });
  await writeProfiles(path, profiles.set(name, profile));
  io.print(`Saved the key for ${url} as the profile "${name}" in ${path}.`);
}
