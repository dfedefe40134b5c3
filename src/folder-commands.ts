import { Worker } from 'node:worker_threads';
import { listenForCommands, type RunningCommand } from './adapters/filesystem/command-socket.js';
import type { CommandAnswer, CommandRequest } from './platform/remote-command.js';

/** They open the index, which one process at a time may do. */
const COMMANDS = new Set(['reindex', 'doctor', 'gc']);

export type FolderCommands = { close(): Promise<void> };

type Served = {
  dataDir: string;
  /** Environment variables that the commands read. */
  settings: Readonly<Record<string, string>>;
  /** Counts the commands under way. */
  use: { commands: number };
};

type Thread = { ask(): void; ended: Promise<void> };

/** Runs commands for the embedded folder that this process owns, each in a thread of its own. */
export async function serveFolderCommands({ dataDir, settings, use }: Served): Promise<FolderCommands> {
  const threads = new Set<Thread>();
  let isClosing = false;
  const run = (request: CommandRequest, answer: (answer: CommandAnswer) => void): RunningCommand => {
    const refusal = isClosing
      ? 'the service is ending'
      : COMMANDS.has(request.args[0] ?? '')
        ? undefined
        : 'no such command';
    if (refusal !== undefined) {
      answer({ end: { kind: 'failed', reason: refusal } });
      return { stop: () => undefined };
    }
    const thread = startThread(request, { ...settings, MODE: 'embedded', DATA_DIR: dataDir }, answer);
    threads.add(thread);
    use.commands = threads.size;
    void thread.ended.then(() => {
      threads.delete(thread);
      use.commands = threads.size;
    });
    return { stop: () => thread.ask() };
  };
  const listener = await listenForCommands(dataDir, run);
  return {
    /** Stops the commands and waits for them: each finishes its current step. Refuses new ones meanwhile. */
    close: async () => {
      isClosing = true;
      for (const thread of threads) thread.ask();
      await Promise.all([...threads].map(({ ended }) => ended));
      await listener.close();
    },
  };
}

function startThread(
  request: CommandRequest,
  env: Record<string, string>,
  answer: (answer: CommandAnswer) => void,
): Thread {
  const worker = new Worker(new URL('./cli/command-thread.js', import.meta.url), { workerData: request, env });
  let hasEnded = false;
  const tell = (said: CommandAnswer) => {
    if (hasEnded) return;
    hasEnded = 'end' in said;
    answer(said);
  };
  worker.on('message', tell);
  worker.on('error', (error) => tell({ end: { kind: 'failed', reason: String(error.stack) } }));
  return {
    ask: () => worker.postMessage('stop'),
    ended: new Promise((resolve) => {
      worker.once('exit', () => {
        tell({ end: { kind: 'failed', reason: 'the command ended without a result' } });
        resolve();
      });
    }),
  };
}
