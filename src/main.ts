#!/usr/bin/env node
import { userInfo } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { commandAt } from './cli/process/command-at.js';
import { exitCodeOf, explain, failureLine } from './cli/process/exit-status.js';
import { printedText, type PrintedAs } from './cli/process/printed-text.js';
import { OperatorError } from './domain/errors.js';
import { isWorker } from './workers/messages.js';

/**
 * Otherwise V8 allocates some objects of each request as long-lived ones. They keep the rest of an ended request until
 * the next full collection, and each small collection copies it.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

/** Nothing else touches `process`. */
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    let asked = 0;
    process.on(signal, () => {
      if (++asked > 1) process.exit(1);
      resolve();
    });
  }
});

/** As SIGPIPE ends other programs: 128 and the number of the signal. Node ignores the signal. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141);
  process.stderr.write(`${failureLine(new OperatorError(`standard output cannot be written: ${error.code}`), io)}\n`);
  process.exit(1);
});

/** Nobody reads what a command says of its work, and the work goes on. */
process.stderr.on('error', () => undefined);

const io = {
  env: process.env,
  nodeVersion: process.version,
  args: process.argv.slice(2),
  command: commandAt(process.env),
  user: userName(),
  print: (text: string, as?: PrintedAs) => {
    process.stdout.write(`${printedText(text, as)}${as === 'file' ? '' : '\n'}`);
  },
  isTerminal: process.stdout.isTTY,
  /** Is opened when it is asked for. */
  get stdin() {
    return process.stdin;
  },
  stderr: process.stderr,
  interrupted,
  onExit: (last: () => void) => {
    process.on('exit', last);
  },
};

/** Loads only what this process needs: a command starts in half the time. */
const loadWork = () => import('./workers/worker.js');
const loadCli = () => import('./cli/cli.js');

try {
  if (isWorker(io.env)) await (await loadWork()).runWorker(io);
  else await (await (await loadCli()).createCli(io)).parseAsync(process.argv);
  // The error event of the last write fires one turn later.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(0);
} catch (error) {
  const isReported = isWorker(io.env) && (await (await loadWork()).reportFailure(explain(error)));
  if (!isReported) process.stderr.write(`${failureLine(error, io)}\n`);
  process.exit(exitCodeOf(error));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
