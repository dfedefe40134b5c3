import { jsonLine, jsonText } from '../process/json-line.js';
import { Argument, Command } from 'commander';
import { setSuspended } from '../../operations/auth/api-keys.js';
import { listOwners, type KnownOwner } from '../../operations/auth/owners.js';
import { planText } from './key-table.js';
import { parseOwner } from '../process/parse-options.js';
import type { ProcessContext } from '../process/process-context.js';
import { printTable, type Column } from '../process/print-list.js';
import { setPlan } from './set-plan.js';
import { showOwner } from './show-owner.js';
import { withRecords, type JsonOption, type Stores } from './with-records.js';

const JSON_OPTION = ['--json', 'print a JSON line for programs'] as const;

export function ownersCommand(io: ProcessContext): Command {
  const owners = new Command('owners');
  owners
    .command('list')
    .description('list the owners that have a key, a plan of their own or a suspension')
    .option('--json', 'print a JSON line for each owner')
    .action((options: JsonOption) => withRecords(io, 'existing', (stores) => listAll(io, stores, options)));
  owners
    .command('show')
    .addArgument(anOwner())
    .description("show an owner's plan, its limits and the keys")
    .option(...JSON_OPTION)
    .action((owner: string, options: JsonOption) =>
      withRecords(io, 'existing', (stores) => showOwner(io, stores, { owner, ...options })),
    );
  owners
    .command('set-plan')
    .addArgument(anOwner())
    .argument('<plan>')
    .description("set an owner's plan")
    .option(...JSON_OPTION)
    .action((owner: string, plan: string, options: JsonOption) =>
      withRecords(io, 'new', async (stores) => {
        await setPlan(stores, owner, plan);
        io.print(options.json ? jsonText({ owner, plan }) : `${owner} has the plan ${plan}.`);
      }),
    );
  owners
    .command('suspend')
    .addArgument(anOwner())
    .option(...JSON_OPTION)
    .description('disable all keys and public pages of an owner, within 5 seconds')
    .action((owner: string, options: JsonOption) => suspend(io, { owner, suspended: true }, options));
  owners
    .command('resume')
    .addArgument(anOwner())
    .option(...JSON_OPTION)
    .description('end a suspension, within 5 seconds')
    .action((owner: string, options: JsonOption) => suspend(io, { owner, suspended: false }, options));
  return owners;
}

const OWNER_COLUMNS: readonly Column<KnownOwner>[] = [
  { name: 'OWNER', text: ({ owner }) => owner },
  { name: 'PLAN', text: planText },
  { name: 'STATE', text: ({ isSuspended }) => (isSuspended ? 'suspended' : 'active') },
  { name: 'KEYS', isNumber: true, text: ({ keys }) => String(keys) },
  { name: 'USABLE', isNumber: true, text: ({ usableKeys }) => String(usableKeys) },
];

async function listAll(io: ProcessContext, { records, config }: Stores, { json }: JsonOption): Promise<void> {
  const owners = await listOwners(records, config);
  if (!json) return printTable(io, OWNER_COLUMNS, owners);
  for (const { owner, plan, set, isSuspended: suspended, keys, usableKeys } of owners) {
    io.print(jsonText({ owner, plan: plan.name, plan_set: set, suspended, keys, usable_keys: usableKeys }));
  }
}

function anOwner(): Argument {
  return new Argument('<owner>').argParser(parseOwner);
}

function suspend(
  io: ProcessContext,
  change: { owner: string; suspended: boolean },
  { json }: JsonOption,
): Promise<void> {
  const { owner, suspended } = change;
  return withRecords(io, 'new', async ({ records, audit }) => {
    await setSuspended(records, owner, suspended);
    audit({ change: suspended ? 'owner suspended' : 'owner resumed', owner });
    io.print(json ? jsonLine(change) : `${owner} is ${suspended ? '' : 'not '}suspended.`);
  });
}
