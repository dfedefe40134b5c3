import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { stopSignal, StoppedError, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';

/** No key is as long: whatever is read is not one. */
const MOST_CHARACTERS = 4_096;

/** On a terminal typed without echo, else the first line of standard input. */
export async function askKey(io: ProcessContext, url: string): Promise<string> {
  const text = io.stdin.isTTY === true ? await typed(io, `API key for ${url}: `) : await firstLine(io);
  const key = text.trim();
  if (key === '') throw new UsageError('No key was given: type it, or put it into standard input.');
  return key;
}

/** The library shows nothing, but understands the keys that edit a line. */
async function typed(io: ProcessContext, question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output, terminal: true });
  io.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new StoppedError('stopped')));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    io.stderr.write('\n');
  }
}

/** Of standard input; empty where it has none. */
export async function firstLine(io: ProcessContext): Promise<string> {
  const stop = stopSignal(io);
  stop.addEventListener('abort', () => io.stdin.destroy(stop.reason as Error));
  let text = '';
  for await (const chunk of io.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MOST_CHARACTERS) break;
  }
  return text.split('\n', 1)[0] ?? '';
}
