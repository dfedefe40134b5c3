import { Command, InvalidArgumentError, Option } from 'commander';
import type { Place } from '../support/modes.js';
import { DISTURBANCES } from './disturbances.js';

export type SoakArguments = {
  minutes: number;
  seed: number;
  /** Undefined: both modes, one after the other. */
  mode: Place['mode'] | undefined;
  /** Undefined: every disturbance that the mode has. */
  only: string | undefined;
  json: boolean;
};

export function readOptions(argv: readonly string[]): SoakArguments {
  return new Command('soak')
    .description('Mixed load and random disturbances, with an oracle that judges every answer.')
    .option('--minutes <number>', 'in each mode', toMinutes, 10)
    .option('--seed <number>', 'of every choice that is made', toSeed, Date.now() % 2 ** 32)
    .addOption(new Option('--mode <mode>', 'that mode alone').choices(['embedded', 'cluster']))
    .addOption(new Option('--only <disturbance>', 'that one alone').choices(Object.keys(DISTURBANCES)))
    .option('--json', 'print one line of JSON a mode and nothing else', false)
    .parse(argv)
    .opts<SoakArguments>();
}

function toMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= 10_000)) throw new InvalidArgumentError('it must be a number above 0.');
  return minutes;
}

function toSeed(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}
