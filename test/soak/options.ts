import { Command, InvalidArgumentError, Option } from 'commander';
import { modeOption, newSeed, toWholeNumber, type ModeWish } from '../support/each-mode.js';
import { DISTURBANCES } from './disturbances.js';

export type SoakArguments = {
  minutes: number;
  seed: number;
  mode: ModeWish;
  /** Undefined: every disturbance that the mode has. */
  only: string | undefined;
  trace: boolean;
  json: boolean;
};

export function readOptions(argv: readonly string[]): SoakArguments {
  return new Command('soak')
    .description('Mixed load and random disturbances, with an oracle that checks every answer.')
    .option('--minutes <number>', 'in each mode', toMinutes, 10)
    .option('--seed <number>', 'of every choice that is made', toWholeNumber, newSeed())
    .addOption(modeOption())
    .addOption(new Option('--only <disturbance>', 'that one alone').choices(Object.keys(DISTURBANCES)))
    .option('--trace', 'print when each disturbance begins and ends, and what the commands answer', false)
    .option('--json', 'print one line of JSON a mode and nothing else', false)
    .parse(argv)
    .opts<SoakArguments>();
}

function toMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= 10_000)) throw new InvalidArgumentError('it must be a number above 0.');
  return minutes;
}
