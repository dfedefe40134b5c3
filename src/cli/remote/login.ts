import { Command } from 'commander';
import { stopSignal, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { askKey } from './ask-key.js';
import { clientOf } from './connection.js';
import { DEFAULT_PROFILE, isProfileName, profilesPath, readProfiles, writeProfiles } from './profiles.js';
import { isOpenToOthers, parseServiceUrl } from './service-url.js';

type LoginOptions = { profile: string; insecure: boolean };

const HELP = `
The key is typed without echo, or is the first line of standard input: quire login URL < KEY_FILE.
It is tried before it is saved. Without URL, the login renews the key of the profile.

A URL of http:// beyond this machine is refused, as others on the way could read the key. --insecure takes it, for a
network that you trust; the profile remembers that. Other commands take such a URL with a warning, such as
http://quire:8080 from QUIRE_URL between containers.
`;

export function loginCommand(io: ProcessContext): Command {
  return new Command('login')
    .argument('[url]', 'where the service is (default: that of the profile)')
    .option('--profile <name>', 'the name to save it under', DEFAULT_PROFILE)
    .option('--insecure', 'take a URL that is not https, beyond this machine', false)
    .addHelpText('after', HELP)
    .action((url: string | undefined, options: LoginOptions) => login(io, url, options));
}

async function login(io: ProcessContext, given: string | undefined, options: LoginOptions): Promise<void> {
  const { profile: name } = options;
  if (!isProfileName(name)) {
    throw new UsageError('--profile must be 1 to 64 letters, digits, dots, dashes and underscores.');
  }
  const path = profilesPath(io.env);
  const profiles = await readProfiles(path);
  const saved = profiles.get(name);
  const url = given === undefined ? saved?.url : parseServiceUrl(given, 'URL');
  if (url === undefined) throw new UsageError(`There is no profile "${name}" yet: name a URL.`);
  const insecure = isOpenToOthers(url) && (options.insecure || (saved?.url === url && saved.insecure === true));
  if (isOpenToOthers(url) && !insecure) {
    throw new UsageError(
      `${url} is not https: others on the way could read the key. --insecure sends it all the same.`,
    );
  }
  const profile = { url, apiKey: await askKey(io, url), ...(insecure && { insecure }) };
  await clientOf(io, profile).getLimits({ signal: stopSignal(io) });
  await writeProfiles(path, profiles.set(name, profile));
  io.print(`Saved the key for ${url} as the profile "${name}" in ${path}.`);
}
