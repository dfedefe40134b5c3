import { Command } from 'commander';
import { modeOption, newSeed, toWholeNumber, type ModeWish } from '../support/each-mode.js';

export type CrashArguments = { rounds: number; seed: number; mode: ModeWish; json: boolean };

export function readOptions(argv: readonly string[]): CrashArguments {
  return new Command('crashes')
    .description(
      'Kills service processes at every step of the write protocol, under load, and checks all that was done.',
    )
    .option('--rounds <number>', 'in each mode', toWholeNumber, 200)
    .option('--seed <number>', 'of every choice that is made', toWholeNumber, newSeed())
    .addOption(modeOption())
    .option('--json', 'print one line of JSON a mode and nothing else', false)
    .parse(argv)
    .opts<CrashArguments>();
}
