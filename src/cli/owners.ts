import { jsonLine, jsonText } from './json-line.js';
import { Command } from 'commander';
import { isOwnerName } from '../domain/api-key.js';
import { OperatorError } from '../domain/errors.js';
import { setSuspended } from '../operations/auth/api-keys.js';
import type { ProcessContext } from './process-context.js';
import { withRecords, type JsonOption, type Stores } from './with-records.js';

const JSON_OPTION = ['--json', 'print a JSON line for programs'] as const;

export function ownersCommand(io: ProcessContext): Command {
  const owners = new Command('owners');
  owners
    .command('set-plan <owner> <plan>')
    .description("set an owner's plan")
    .option(...JSON_OPTION)
    .action((owner: string, plan: string, options: JsonOption) =>
      withRecords(io, async (stores) => {
        await setPlan(stores, owner, plan);
        io.print(options.json ? jsonText({ owner, plan }) : `${owner} has the plan ${plan}.`);
      }),
    );
  owners
    .command('suspend <owner>')
    .option(...JSON_OPTION)
    .description('disable all keys and public pages of an owner, within 5 seconds')
    .action((owner: string, options: JsonOption) => suspend(io, { owner, suspended: true }, options));
  owners
    .command('resume <owner>')
    .option(...JSON_OPTION)
    .description('end a suspension, within 5 seconds')
    .action((owner: string, options: JsonOption) => suspend(io, { owner, suspended: false }, options));
  return owners;
}

function suspend(
  io: ProcessContext,
  change: { owner: string; suspended: boolean },
  { json }: JsonOption,
): Promise<void> {
  const { owner, suspended } = change;
  return withRecords(io, async ({ records, tell }) => {
    await setSuspended(records, owner, suspended);
    tell({ change: suspended ? 'owner suspended' : 'owner resumed', owner });
    io.print(json ? jsonLine(change) : `${owner} is ${suspended ? '' : 'not '}suspended.`);
  });
}

export async function setPlan({ records, config, tell }: Stores, owner: string, plan: string): Promise<void> {
  const { plans } = config;
  if (!isOwnerName(owner)) throw new OperatorError(`"${owner}" cannot be an owner`);
  if (!plans.has(plan)) throw new OperatorError(`there is no plan ${plan}; plans are ${[...plans.keys()].join(', ')}`);
  await records.writePlan(owner, plan);
  tell({ change: 'plan set', owner, plan });
}
