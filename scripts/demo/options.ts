import { Command, InvalidArgumentError } from 'commander';

export interface DemoOptions {
  /** Address of the service, without a slash at its end. */
  readonly base: string;
  readonly key: string;
  readonly dir: string;
  readonly concurrency: number;
  /** At most this many documents; Infinity if not given. */
  readonly limit: number;
  readonly json: boolean;
}

/** A wrong call: shown as one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads `argv` (without node and script), `BASE` and `KEY` of `env`; throws UsageError with all faults. */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): DemoOptions {
  const flags = command().parse(argv, { from: 'user' }).opts<Omit<DemoOptions, 'base' | 'key'>>();
  const base = (env['BASE'] ?? '').trim().replace(/\/+$/, '');
  const key = (env['KEY'] ?? '').trim();
  const faults = [baseFault(base), keyFault(key)].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new UsageError(faults.join('; '));
  return { ...flags, base, key };
}

function command(): Command {
  return new Command('demo')
    .description(
      'Writes Markdown files as documents to the service at BASE with the API key KEY, searches, ' +
        'and reads everything back.',
    )
    .option('--dir <folder>', 'where the Markdown files are', 'node_modules')
    .option('--concurrency <number>', 'requests at a time', positiveInteger, 16)
    .option('--limit <number>', 'at most this many documents', positiveInteger, Number.POSITIVE_INFINITY)
    .option('--json', 'print the figures as one line of JSON', false);
}

function baseFault(base: string): string | undefined {
  if (base === '') return 'BASE is missing: the address of a running service, as in http://localhost:8080';
  const scheme = URL.canParse(base) ? new URL(base).protocol : '';
  return scheme === 'http:' || scheme === 'https:' ? undefined : `BASE is not an http address: ${base}`;
}

function keyFault(key: string): string | undefined {
  if (key === '') return 'KEY is missing: an API key of the service with all roles';
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'KEY is no API key: no header can carry its characters';
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1 is wanted.');
  return Number(text);
}
