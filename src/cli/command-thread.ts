import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { CommandAnswer, CommandRequest } from '../platform/remote-command.js';
import { createCli } from './cli.js';
import { endOf } from './exit-status.js';
import { printedText } from './printed-text.js';
import type { ProcessContext } from './process-context.js';

/** The entry of a thread in which the owner of an embedded folder runs a command for its caller. */
const { args, user, isTTY, columns } = workerData as CommandRequest;
const port = parentPort as MessagePort;
const answer = (said: CommandAnswer) => port.postMessage(said);

const stderr = new Writable({
  decodeStrings: false,
  write: (text: string, _encoding, done) => {
    answer({ err: text });
    done();
  },
});

const io: ProcessContext = {
  env: process.env,
  nodeVersion: process.version,
  program: '',
  args,
  user,
  print: (text, as) => answer({ print: printedText(text, as) }),
  isTerminal: false,
  stdin: Readable.from([]),
  stderr: Object.assign(stderr, { isTTY, columns }),
  interrupted: new Promise((resolve) => {
    port.once('message', () => resolve());
  }),
  onExit: (last) => {
    process.on('exit', last);
  },
  parent: undefined,
  isInOwner: true,
};

try {
  await (await createCli(io)).parseAsync([...args], { from: 'user' });
  answer({ end: { kind: 'done' } });
} catch (error) {
  answer({ end: endOf(error) });
}
// As after any command, nothing that is still open keeps it alive. In a thread this ends the thread alone.
process.exit();
