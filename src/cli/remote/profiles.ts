import { mkdir, open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Env } from '../../config/env-reader.js';
import { OperatorError } from '../../domain/errors.js';
import { replaceFile } from '../../platform/replace-file.js';

/** A service and the key for it. `insecure`: the key may be read on the way, and the login has agreed to that. */
export type Profile = { url: string; apiKey: string; insecure?: boolean };

export const DEFAULT_PROFILE = 'default';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** `XDG_CONFIG_HOME` counts only if it is absolute, as its specification says. */
export function profilesPath(env: Env): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(given) ? given : join(env['HOME'] || homedir(), '.config'), 'quire', 'profiles.json');
}

export function isProfileName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

/** Empty if there is no file. Raises `OperatorError` for a file that others can read, or that is not of this form. */
export async function readProfiles(path: string): Promise<Map<string, Profile>> {
  const text = await readPrivately(path);
  if (text === undefined) return new Map();
  const profiles = profilesOf(text);
  if (!profiles) throw new OperatorError(`${path} is no file of profiles. Remove it, and run \`quire login\` again.`);
  return profiles;
}

/** Replaces the file as a whole. */
export async function writeProfiles(path: string, profiles: ReadonlyMap<string, Profile>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  await replaceFile(path, textOf(profiles), { mode: FILE_MODE, flush: true });
}

async function readPrivately(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { mode } = await file.stat();
    if ((mode & OTHERS) === 0) return await file.readFile('utf8');
    throw new OperatorError(`${path} holds keys and is open to others. Run \`chmod 600 ${path}\`.`);
  } finally {
    await file.close();
  }
}

function textOf(profiles: ReadonlyMap<string, Profile>): string {
  const members = [...profiles].map(([name, { url, apiKey, insecure }]) => {
    return [name, { url, api_key: apiKey, ...(insecure === true && { insecure }) }] as const;
  });
  return `${JSON.stringify({ profiles: Object.fromEntries(members) }, null, 2)}\n`;
}

function profilesOf(text: string): Map<string, Profile> | undefined {
  const { profiles } = (parsed(text) ?? {}) as { profiles?: unknown };
  if (typeof profiles !== 'object' || profiles === null || Array.isArray(profiles)) return undefined;
  const found = new Map<string, Profile>();
  for (const [name, profile] of Object.entries(profiles as Record<string, unknown>)) {
    const { url, api_key: apiKey, insecure } = (profile ?? {}) as Record<string, unknown>;
    if (typeof url !== 'string' || !URL.canParse(url) || typeof apiKey !== 'string') return undefined;
    found.set(name, { url, apiKey, ...(insecure === true && { insecure }) });
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
