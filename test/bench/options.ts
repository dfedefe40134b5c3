import { Command, InvalidArgumentError, Option } from 'commander';
import { toWholeNumber } from '../support/each-mode.js';

export type BenchOptions = {
  quick: boolean;
  /** Names of cases; empty: all. */
  only: readonly string[];
  sizes: readonly number[] | undefined;
  rounds: number | undefined;
  /** Of the services that are measured in cluster mode. */
  workers: number;
  /** Of OpenSearch, and of each index that is made. */
  nodes: number;
  shards: number;
  seed: number;
  json: boolean;
  check: boolean;
  writeBaseline: boolean;
  serviceLog: string | undefined;
  profiles: string | undefined;
  /** Files of runs, as `--json` printed them, that become the baseline without a new run. */
  from: readonly string[];
};

const DEFAULT_SEED = 5;
const FEWEST = 1_000;

export function readOptions(argv: readonly string[], cases: readonly string[]): BenchOptions {
  const command = new Command('bench')
    .description('Measures the service on real backends, each figure beside its reference in the same run.')
    .option('--quick', 'two minutes instead of twenty, without cost, push, files, peers and words', false)
    .addOption(
      new Option('--only <case>', 'that case; may be given more than once')
        .choices(cases)
        .argParser<string[] | undefined>((name, before = []) => [...before, one(name, cases)])
        .default([], 'all'),
    )
    .option(
      '--sizes <numbers>',
      'of the corpora, comma-separated (default: 10000,100000,1000000; words: 10000)',
      toSizes,
    )
    .option('--rounds <number>', 'of each measurement', toSmallNumber)
    .option('--workers <number>', 'of the services that are measured', toSmallNumber, 1)
    .option('--nodes <number>', 'of OpenSearch', toSmallNumber, 1)
    .option('--shards <number>', 'of each index', toSmallNumber, 1)
    .option('--seed <number>', 'of corpora and requests', toWholeNumber, DEFAULT_SEED)
    .option('--json', 'print one JSON document and nothing else', false)
    .option('--check', 'fail where a ratio is worse than its baseline by more than the noise', false)
    .option('--write-baseline', 'take this run, or those of --from together, as the new baseline', false)
    .option('--service-log <file>', 'append the log of the services to it')
    .option('--profiles <folder>', 'write a CPU profile of each service to it (and measure with that burden)')
    .addOption(
      new Option('--from <file>', 'measure nothing; with --write-baseline, take these runs as the new one')
        .argParser<string[]>((file, before) => [...before, file])
        .default([], 'none'),
    )
    .parse(argv);
  const options = command.opts<BenchOptions>();
  if (options.from.length > 0 && !options.writeBaseline) command.error('error: --from needs --write-baseline');
  return options;
}

function one(name: string, cases: readonly string[]): string {
  if (!cases.includes(name)) throw new InvalidArgumentError(`it must be one of ${cases.join(', ')}.`);
  return name;
}

function toSizes(text: string): number[] {
  const sizes = text.split(',').map(toWholeNumber);
  if (sizes.some((size) => size < FEWEST)) throw new InvalidArgumentError(`each must be at least ${FEWEST}.`);
  return sizes.sort((a, b) => a - b);
}

function toSmallNumber(text: string): number {
  const rounds = toWholeNumber(text);
  if (rounds < 1 || rounds > 64) throw new InvalidArgumentError('it must be a whole number from 1 to 64.');
  return rounds;
}
