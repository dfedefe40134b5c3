import { Command } from 'commander';
import type { Config } from '../config/config.js';
import { readConfig } from '../config/read-config.js';
import { isOwnerName, type ApiKeyRecord, type Role } from '../domain/api-key.js';
import { OperatorError } from '../domain/errors.js';
import { ApiKeyRecords } from '../log/api-key-records.js';
import {
  createApiKey, listApiKeys, revokeApiKey, rotateApiKey, type IssuedKey,
} from '../operations/api-keys.js';
import { openObjectStore } from '../parts.js';
import type { Io } from './io.js';
import { parseDuration, parseExpiry, parseRoles } from './parse-options.js';

type Json = { json?: boolean };
type Create = Json & { owner: string; roles: Role[]; plan?: string; label?: string; expires?: string };
type Rotate = Json & { grace: number };

const JSON_OPTION = ['--json', 'print JSON lines for programs'] as const;

export function keysCommand(io: Io): Command {
  const keys = new Command('keys').description('API keys; they work at once, with the server running or not');
  keys.command('create').description('make a key and print it, this once')
    .requiredOption('--owner <owner>', 'whom the key belongs to')
    .requiredOption('--roles <roles>', 'roles, comma-separated, or none', parseRoles)
    .option('--plan <plan>', 'also set the owner\'s plan')
    .option('--label <label>', 'what the key is for')
    .option('--expires <date>', 'when it stops working', parseExpiry)
    .option(...JSON_OPTION)
    .action((options: Create) => withRecords(io, (records, config) => create(io, { records, config }, options)));
  keys.command('list').description('list all keys').option(...JSON_OPTION)
    .action((options: Json) => withRecords(io, async (records) => {
      for (const record of await listApiKeys(records)) io.print(options.json ? JSON.stringify(record) : lineOf(record));
    }));
  keys.command('rotate <id>').description('make a key like this one, which stops working after the grace period')
    .option('--grace <time>', 'how long the old one lives on', parseDuration, parseDuration('24h'))
    .option(...JSON_OPTION)
    .action((id: string, options: Rotate) => withRecords(io, async (records) =>
      printIssued(io, await rotateApiKey(records, id, options.grace), options)));
  keys.command('revoke <id>').description('a key stops working within 5 seconds').option(...JSON_OPTION)
    .action((id: string, options: Json) => withRecords(io, async (records) => {
      const record = await revokeApiKey(records, id);
      io.print(options.json ? JSON.stringify(record) : lineOf(record));
    }));
  return keys;
}

export function ownersCommand(io: Io): Command {
  const owners = new Command('owners').description('owners of documents');
  owners.command('set-plan <owner> <plan>').description('set an owner\'s plan').option(...JSON_OPTION)
    .action((owner: string, plan: string, options: Json) => withRecords(io, async (records, config) => {
      await setPlan(records, config, { owner, plan });
      io.print(options.json ? JSON.stringify({ owner, plan }) : `${owner} has the plan ${plan}.`);
    }));
  return owners;
}

type Stores = { records: ApiKeyRecords; config: Config };

async function create(io: Io, { records, config }: Stores, options: Create): Promise<void> {
  const { owner, roles, plan, label = null, expires = null } = options;
  if (plan !== undefined) await setPlan(records, config, { owner, plan });
  printIssued(io, await createApiKey(records, { owner, roles, label, expires }), options);
}

async function setPlan(
  records: ApiKeyRecords, { plans }: Config, { owner, plan }: { owner: string; plan: string },
): Promise<void> {
  if (!isOwnerName(owner)) throw new OperatorError(`"${owner}" cannot be an owner`);
  if (!plans.has(plan)) throw new OperatorError(`there is no plan ${plan}; plans are ${[...plans.keys()].join(', ')}`);
  await records.writePlan(owner, plan);
}

async function withRecords(
  io: Io, work: (records: ApiKeyRecords, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(io.env);
  const store = await openObjectStore(config.storage);
  try {
    await work(new ApiKeyRecords(store), config);
  } finally {
    await store.close();
  }
}

function printIssued(io: Io, { key, record }: IssuedKey, { json }: Json): void {
  io.print(json ? JSON.stringify({ key, ...record }) : `${key}\n${lineOf(record)}`);
}

function lineOf(record: ApiKeyRecord): string {
  const state = (['revoked', 'retires', 'expires'] as const)
    .flatMap((name) => (record[name] === null ? [] : [`${name} ${record[name]}`]))[0] ?? 'active';
  return [record.id, record.owner, record.roles.join(',') || 'none', state, record.label ?? ''].join('  ').trimEnd();
}
