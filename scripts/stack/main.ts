import { Command, InvalidArgumentError } from 'commander';
import { BackendError } from './backend-error.js';
import { startStack, type StackOptions } from './stack.js';

type Arguments = Omit<StackOptions, 'note' | 'signal'> & { readonly json?: boolean };

/** The AWS SDK's note about its versions of 2027 is no concern of a person who waits for the stack. */
const QUIET_SDK = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<void> {
  const args = parseArguments(process.argv);
  process.env[QUIET_SDK] = 'true';
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)));
  try {
    await serve(args, stopping.signal);
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
}

/** Returns after a signal; throws when the backends cannot be started or one of them ends by itself. */
async function serve(args: Arguments, signal: AbortSignal): Promise<void> {
  const stack = await startStack({ ...args, note, signal });
  print(stack.env, args.json === true);
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const death = await Promise.race([stack.died, stopped]);
  note(death === undefined ? 'stopping' : `${death.backend} has ended, stopping the others`);
  await stack.stop();
  if (death !== undefined) throw death;
}

function print(env: Readonly<Record<string, string>>, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ env })}\n`);
    return;
  }
  for (const [name, value] of Object.entries(env)) process.stdout.write(`export ${name}=${value}\n`);
  note('all backends are ready; Ctrl-C stops them');
}

function report(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const tail = error instanceof BackendError && error.logTail !== '' ? `\nThe end of its log:\n${error.logTail}` : '';
  note(`${message}${tail}`);
}

function note(line: string): void {
  process.stderr.write(`stack: ${line}\n`);
}

function parseArguments(argv: readonly string[]): Arguments {
  return new Command('stack')
    .description('Starts OpenSearch, an S3 server with its bucket, and Redis on loopback, until it is stopped.')
    .option('--dir <folder>', 'holds everything that it writes (default: .stack in the project)')
    .option('--opensearch-port <port>', 'a free one by default', toCount)
    .option('--s3-port <port>', 'a free one by default', toCount)
    .option('--redis-port <port>', 'a free one by default', toCount)
    .option('--heap <size>', 'of OpenSearch, for example 2g (default: 1g)', toHeap)
    .option('--nodes <count>', 'of OpenSearch (default: 1)', toCount)
    .option('--json', 'print {"env":{…}} on one line instead of export lines')
    .parse(argv)
    .opts<Arguments>();
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function toHeap(text: string): string {
  if (!/^[1-9]\d*[mg]$/i.test(text)) throw new InvalidArgumentError('It must look like 512m or 2g.');
  return text;
}

await main();
