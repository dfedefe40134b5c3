import { Command, InvalidArgumentError, Option } from 'commander';
import type { Place } from '../support/modes.js';

export type CrashOptions = {
  rounds: number;
  seed: number;
  /** Undefined: both modes, one after the other. */
  mode: Place['mode'] | undefined;
  json: boolean;
};

export function readOptions(argv: readonly string[]): CrashOptions {
  return new Command('crashes')
    .description('Kills service processes at every step of the write protocol, under load, and judges all that was done.')
    .option('--rounds <number>', 'in each mode', wholeNumber, 200)
    .option('--seed <number>', 'of every choice that is made', wholeNumber, Date.now() % 2 ** 32)
    .addOption(new Option('--mode <mode>', 'that mode alone').choices(['embedded', 'cluster']))
    .option('--json', 'print one line of JSON a mode and nothing else', false)
    .parse(argv)
    .opts<CrashOptions>();
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}
