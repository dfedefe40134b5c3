import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { CommandAnswer, CommandEnd, CommandRequest } from '../../platform/remote-command.js';
import { codeOf } from './fs-errors.js';
import { openSocketFolder, serveAt, type Listener } from './socket-folder.js';

/** Lines of JSON in both directions: the caller sends its request, later perhaps `STOP`; the owner answers. */
const NAME = 'commands.sock';
const STOP = '"stop"';
/** A request has a few options. */
const MOST_REQUEST_BYTES = 64 * 1024;
const MOST_COLUMNS = 10_000;
const MOST_COMMANDS = 8;
const FULL: CommandEnd = {
  kind: 'failed',
  reason: `the service runs ${MOST_COMMANDS} commands already: try again later`,
};

export type RunningCommand = { stop(): void };

/** `answer` may be called until an `end`, which comes once. */
export type RunCommand = (request: CommandRequest, answer: (answer: CommandAnswer) => void) => RunningCommand;

/** For the owner of the folder. A caller that goes away stops its command. Only the owner's user may connect. */
export async function listenForCommands(folder: string, run: RunCommand): Promise<Listener> {
  const limited = limit(run);
  const callers = new Set<Socket>();
  const server = await serveAt(folder, {
    name: NAME,
    most: 2 * MOST_COMMANDS,
    onCaller: (socket) => {
      callers.add(socket);
      socket.once('close', () => callers.delete(socket));
      serve(socket, limited);
    },
  });
  return {
    /** Hangs up on all callers, and waits for none: one may be suspended. */
    close: () => {
      server.close();
      for (const socket of callers) socket.destroySoon();
      return Promise.resolve();
    },
  };
}

/** Refuses a command while `MOST_COMMANDS` run. */
function limit(run: RunCommand): RunCommand {
  let running = 0;
  return (request, answer) => {
    if (running >= MOST_COMMANDS) {
      answer({ end: FULL });
      return { stop: () => undefined };
    }
    running++;
    return run(request, (said) => {
      if ('end' in said) running--;
      answer(said);
    });
  };
}

function serve(socket: Socket, run: RunCommand): void {
  let command: RunningCommand | undefined;
  let bytes = 0;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes > MOST_REQUEST_BYTES) socket.destroy();
  });
  socket.once('close', () => command?.stop());
  readLines(socket, (line) => {
    if (line === STOP) return command?.stop();
    const request = command ? undefined : requestOf(line);
    if (request) command = run(request, (answer) => send(socket, answer));
    else socket.destroy();
  });
}

/** An error of the socket is an error of its lines, too: the socket's listener deals with it. */
function readLines(socket: Socket, onLine: (line: string) => void): void {
  createInterface({ input: socket })
    .on('line', onLine)
    .on('error', () => undefined);
}

/** Undefined: no request. */
function requestOf(line: string): CommandRequest | undefined {
  try {
    const { args, user, isTTY, columns } = JSON.parse(line) as Partial<CommandRequest>;
    const isRequest = Array.isArray(args) && args.every((arg) => typeof arg === 'string') && typeof user === 'string';
    return isRequest ? { args, user, isTTY: isTTY === true, ...(isWidth(columns) && { columns }) } : undefined;
  } catch {
    return undefined;
  }
}

function isWidth(columns: unknown): columns is number {
  return Number.isInteger(columns) && (columns as number) > 0 && (columns as number) <= MOST_COLUMNS;
}

function send(socket: Socket, answer: CommandAnswer): void {
  if (socket.destroyed) return;
  socket.write(`${JSON.stringify(answer)}\n`);
  if ('end' in answer) socket.end();
}

export type CommandCall = {
  request: CommandRequest;
  /** Aborted: the owner is asked to stop the command, and still sends its end. */
  stop: AbortSignal;
  onPrint(line: string): void;
  onErr(text: string): void;
};

/** Undefined: no process takes commands for this folder. */
export function callOwner(folder: string, call: CommandCall): Promise<CommandEnd | undefined> {
  const place = openSocketFolder(folder);
  const socket = connect(place.addressOf(NAME));
  return new Promise((resolve, reject) => {
    let end: CommandEnd | undefined;
    socket.once('connect', () => {
      socket.write(`${JSON.stringify(call.request)}\n`);
      const stop = () => socket.write(`${STOP}\n`);
      if (call.stop.aborted) stop();
      else call.stop.addEventListener('abort', stop, { once: true });
    });
    readLines(socket, (line) => {
      const answer = answerOf(line);
      if (!answer) return;
      if ('print' in answer) call.onPrint(answer.print);
      else if ('err' in answer) call.onErr(answer.err);
      else end = answer.end;
    });
    socket.once('error', (error) => {
      if (ABSENT.has(codeOf(error) ?? '')) resolve(undefined);
      else if (!HUNG_UP.has(codeOf(error) ?? '')) reject(error);
    });
    socket.once('close', () => resolve(end ?? { kind: 'failed', reason: 'the service ended before the command did' }));
  }).finally(() => place.close()) as Promise<CommandEnd | undefined>;
}

/** Undefined for a line that an ending owner could not finish. */
function answerOf(line: string): CommandAnswer | undefined {
  try {
    return JSON.parse(line) as CommandAnswer;
  } catch {
    return undefined;
  }
}

const ABSENT = new Set(['ENOENT', 'ECONNREFUSED']);
/** The owner ended. `close` follows. */
const HUNG_UP = new Set(['EPIPE', 'ECONNRESET']);
