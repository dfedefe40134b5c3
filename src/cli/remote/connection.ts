import type { Command } from 'commander';
import { createClient, type Client, type RetryPause } from '../../client/client.js';
import type { Env } from '../../config/env-reader.js';
import { noteLine, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { DEFAULT_PROFILE, profilesPath, readProfiles, type Profile } from './profiles.js';
import { isOpenToOthers, parseServiceUrl } from './service-url.js';

/** Shorter pauses are not worth a line. */
const LEAST_MS = 1_000;
/** Several requests may wait for the same. */
const SAME_MS = 2_000;

/** Says why a command stands still. */
export function sayPauses(say: (line: string) => void, now = Date.now): (pause: RetryPause) => void {
  let saidUntil = 0;
  return ({ ms, isAsked }) => {
    const until = now() + ms;
    if (ms < LEAST_MS || until < saidUntil + SAME_MS) return;
    saidUntil = until;
    const seconds = Math.ceil(ms / 1_000);
    say(isAsked ? `next try in ${seconds} s, as the service asks` : `no usable answer, next try in ${seconds} s`);
  };
}

export type ConnectionOptions = { url?: string; profile?: string };

/** About a minute, in which a service may start again. One that never answered is given up within seconds. */
const ATTEMPTS_LATER = 14;
/** What a header may hold. */
const KEY_TEXT = /^[\x21-\x7e]{1,1000}$/;

export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', 'where the service is (default: QUIRE_URL, then the profile)')
    .option('--profile <name>', `a profile of \`quire login\` (default: QUIRE_API_KEY, then "${DEFAULT_PROFILE}")`);
}

/** Warns if the key can be read on the way and no login has agreed. `say`: takes lines about pauses, for people. */
export async function connect(
  io: ProcessContext,
  options: ConnectionOptions,
  say?: (line: string) => void,
): Promise<{ client: Client; url: string }> {
  const service = await chooseService(io.env, options);
  return { client: clientOf(io, service, say), url: service.url };
}

export function clientOf(io: ProcessContext, { url, apiKey, insecure }: Profile, say?: (line: string) => void): Client {
  if (!KEY_TEXT.test(apiKey)) throw new UsageError('The API key must be one word of visible ASCII characters.');
  const note = (line: string) => io.stderr.write(`${noteLine(line, io.args)}\n`);
  if (isOpenToOthers(url) && !insecure) note(`${url} is not https: others on the way can read the key`);
  const onPause = sayPauses(say ?? note);
  return createClient({ url, apiKey, retries: { attemptsLater: ATTEMPTS_LATER, onPause } });
}

/** Options come first, then the environment, then the default profile. A saved key is for the URL saved with it. */
async function chooseService(env: Env, options: ConnectionOptions): Promise<Profile> {
  const url = givenUrl(env, options);
  const ownKey = env['QUIRE_API_KEY'] || undefined;
  if (url !== undefined && ownKey !== undefined && options.profile === undefined) return { url, apiKey: ownKey };
  const { profile: name = DEFAULT_PROFILE } = options;
  const saved = (await readProfiles(profilesPath(env))).get(name);
  if (options.profile !== undefined && !saved) {
    throw new UsageError(`There is no profile "${name}". Make it by \`quire login URL --profile NAME\`.`);
  }
  const target = url ?? saved?.url;
  if (target === undefined) {
    throw new UsageError('No service is named. Run `quire login URL`, or set QUIRE_URL and QUIRE_API_KEY.');
  }
  if (saved?.url === target && (options.profile !== undefined || ownKey === undefined)) return saved;
  if (ownKey !== undefined) return { url: target, apiKey: ownKey };
  throw new UsageError(noKeyText(target, name, saved));
}

/** `QUIRE_URL` does not hold beside `--profile`, which has a URL of its own. */
function givenUrl(env: Env, options: ConnectionOptions): string | undefined {
  if (options.url !== undefined) return parseServiceUrl(options.url, '--url');
  const ofEnv = options.profile === undefined ? env['QUIRE_URL'] : undefined;
  return ofEnv ? parseServiceUrl(ofEnv, 'QUIRE_URL') : undefined;
}

function noKeyText(url: string, name: string, saved: Profile | undefined): string {
  const why = saved ? `The key of the profile "${name}" is for ${saved.url} alone.` : `There is no key for ${url}.`;
  return `${why} Set QUIRE_API_KEY, or run \`quire login ${url} --profile NAME\` and name that profile.`;
}
