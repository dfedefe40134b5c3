import { Command, Option } from 'commander';
import type { ApiKeyRecord, Role } from '../../domain/api-key.js';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  type IssuedKey,
} from '../../operations/auth/api-keys.js';
import { readHeldPlans, type HeldPlan } from '../../operations/auth/owners.js';
import { jsonText } from '../process/json-line.js';
import { KEY_COLUMNS, keyJson, type ListedKey } from './key-table.js';
import type { ProcessContext } from '../process/process-context.js';
import { setPlan } from './set-plan.js';
import { printTable } from '../process/print-list.js';
import { parseDuration, parseExpiry, parseLabel, parseOwner, parseRoles } from '../process/parse-options.js';
import { withRecords, type JsonOption, type Stores } from './with-records.js';

type KeyCreateOptions = JsonOption & { owner: string; roles: Role[]; plan?: string; label?: string; expires?: string };
type Rotate = JsonOption & { grace: number };

const JSON_OPTION = ['--json', 'print JSON lines for programs'] as const;

export function keysCommand(io: ProcessContext): Command {
  const keys = new Command('keys');
  keys
    .command('create')
    .description('create a key and print it; it is never shown again')
    .requiredOption('--owner <owner>', 'the owner of the key', parseOwner)
    .requiredOption('--roles <roles>', 'roles, comma-separated, or none', parseRoles)
    .option('--plan <plan>', "also set the owner's plan")
    .option('--label <label>', 'what the key is for; versions keep it', parseLabel)
    .option('--expires <date>', 'when the key stops working', parseExpiry)
    .option(...JSON_OPTION)
    .action((options: KeyCreateOptions) => withRecords(io, 'new', (stores) => create(io, stores, options)));
  keys
    .command('list')
    .description('list all keys')
    .option(...JSON_OPTION)
    .action((options: JsonOption) => withRecords(io, 'existing', (stores) => list(io, stores, options)));
  keys
    .command('rotate <id>')
    .description('create a key with the same roles; the old key stops working after the grace period')
    .addOption(
      new Option('--grace <time>', 'how long the old key keeps working')
        .argParser(parseDuration)
        .default(parseDuration('24h'), '24h'),
    )
    .option(...JSON_OPTION)
    .action((id: string, options: Rotate) =>
      withRecords(io, 'existing', (stores) => rotate(io, stores, { id, ...options })),
    );
  keys
    .command('revoke <id>')
    .description('disable a key, within 5 seconds')
    .option(...JSON_OPTION)
    .action((id: string, options: JsonOption) =>
      withRecords(io, 'existing', async ({ records, audit }) => {
        const record = await revokeApiKey(records, id);
        audit({ change: 'key revoked', owner: record.owner, keyId: id });
        io.print(options.json ? jsonText(record) : lineOf(record));
        if (!options.json) io.print(WHEN_IT_STOPS);
      }),
    );
  return keys;
}

const WHEN_IT_STOPS =
  'It stops working within 5 seconds. A process that cannot reach the object store takes it for up to ' +
  'KEYS_WITHOUT_STORE_MS (5 minutes by default).';

async function create(io: ProcessContext, stores: Stores, options: KeyCreateOptions): Promise<void> {
  const { owner, roles, plan, label = null, expires = null } = options;
  if (plan !== undefined) await setPlan(stores, owner, plan);
  const issued = await createApiKey(stores.records, { owner, roles, label, expires });
  stores.audit({ change: 'key created', owner, keyId: issued.record.id, roles, expires });
  printIssued(io, issued, options);
}

async function list(io: ProcessContext, stores: Stores, { json }: JsonOption): Promise<void> {
  const listed = await listedKeys(stores, await listApiKeys(stores.records));
  if (json) for (const key of listed) io.print(jsonText(keyJson(key)));
  else printTable(io, KEY_COLUMNS, listed);
}

/** One read of the store for each owner. */
export async function listedKeys({ records, config }: Stores, keys: readonly ApiKeyRecord[]): Promise<ListedKey[]> {
  const suspended = await records.readSuspended();
  const plans = await readHeldPlans(records, new Set(keys.map(({ owner }) => owner)), config);
  return keys.map((key) => ({ ...key, suspended: suspended.has(key.owner), held: plans.get(key.owner) as HeldPlan }));
}

async function rotate(io: ProcessContext, { records, audit }: Stores, options: Rotate & { id: string }): Promise<void> {
  const { id: keyId, grace: graceMs } = options;
  const issued = await rotateApiKey(records, keyId, graceMs);
  const { id: newKeyId, owner } = issued.record;
  audit({ change: 'key rotated', owner, keyId, newKeyId, graceMs });
  printIssued(io, issued, options);
}

function printIssued(io: ProcessContext, { key, record }: IssuedKey, { json }: JsonOption): void {
  if (json) return io.print(jsonText({ key, ...record }));
  io.print(key);
  io.print(lineOf(record));
}

function lineOf(record: ApiKeyRecord): string {
  const times = (['revoked', 'retires', 'expires'] as const).flatMap((name) =>
    record[name] === null ? [] : [`${name} ${record[name]}`],
  );
  const state = times[0] ?? 'active';
  return [record.id, record.owner, record.roles.join(',') || 'none', state, record.label ?? ''].join('  ').trimEnd();
}
