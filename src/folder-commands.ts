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
  /** Holds the commands under way. */
  threads: Set<CommandThread>;
};

export type CommandThread = { ask(): void; ended: Promise<void> };

/** Runs commands for the embedded folder that this process owns, each in a thread of its own. */
export async function serveFolderCommands({ dataDir, settings, threads }: Served): Promise<FolderCommands> {
  let isClosing = false;
  const run = (request: CommandRequest, answer: (answer: CommandAnswer) => void): RunningCommand => {
    if (isClosing) return refuse(answer, 'the service is ending');
    if (!COMMANDS.has(request.args[0] ?? '')) return refuse(answer, 'no such command');
    const thread = startThread(request, { ...settings, MODE: 'embedded', DATA_DIR: dataDir }, answer);
    threads.add(thread);
    void thread.ended.then(() => threads.delete(thread));
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

function refuse(answer: (answer: CommandAnswer) => void, reason: string): RunningCommand {
  answer({ end: { kind: 'failed', reason } });
  return { stop: () => undefined };
}

function startThread(
  request: CommandRequest,
  env: Record<string, string>,
  answer: (answer: CommandAnswer) => void,
): CommandThread {
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
