/**
 * Runs one program and ends it as soon as standard input closes.
 *
 * The stack holds the other end of that pipe, so its programs end with it however it ends, `kill -9` included. Started
 * as the leader of a process group of its own: a Ctrl-C on the terminal reaches the stack alone, which then stops
 * its parts in order, and whatever the program itself has started can be killed with it.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

const GRACE_MS = 5_000;
const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function end() {
  child.kill('SIGTERM');
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS);
}

child.once('error', (error) => {
  process.stderr.write(`cannot run ${program}: ${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
process.stdin.once('close', end).once('error', end).resume();
process.once('SIGTERM', end).once('SIGINT', end).once('SIGHUP', end);
