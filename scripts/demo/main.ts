import { ApiError, UnreachableError } from './api-error.js';
import { asJson, asText } from './figures.js';
import { readOptions, UsageError } from './options.js';
import { progressOn } from './progress.js';
import { runDemo, DemoStoppedError } from './run-demo.js';

const EXIT_DIFFERENT = 1;
const EXIT_USAGE = 2;
/** 128 and the number of SIGINT. */
const EXIT_STOPPED = 130;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  const stop = new AbortController();
  // Once: a second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop.abort();
    });
  const figures = await runDemo(options, { signal: stop.signal, progress: progressOn(process.stderr) });
  process.stdout.write(`${options.json ? asJson(figures) : asText(figures)}\n`);
  return figures.differences === 0 ? 0 : EXIT_DIFFERENT;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof DemoStoppedError) return EXIT_STOPPED;
  return error instanceof UsageError ? EXIT_USAGE : EXIT_DIFFERENT;
}

function isExpected(error: unknown): error is Error {
  return [UsageError, ApiError, UnreachableError, DemoStoppedError].some((kind) => error instanceof kind);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(isExpected(error) ? `demo: ${error.message}` : error);
  process.exitCode = exitCodeOf(error);
}
