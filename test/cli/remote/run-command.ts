import { PassThrough } from 'node:stream';
import { createCli } from '../../../src/cli/cli.js';
import { exitCodeOf, failureLine } from '../../../src/cli/process/exit-status.js';
import { printedText, type PrintedAs } from '../../../src/cli/process/printed-text.js';
import type { ProcessContext } from '../../../src/cli/process/process-context.js';
import type { EndedCommand } from '../quire.js';

type Terminal = { answer(question: string): Promise<string> };

/** In this process, in which a command takes a tenth of the time. `terminal`: types what answers a question. */
export async function runCommand(
  env: Record<string, string>,
  args: readonly string[],
  terminal?: Terminal,
): Promise<EndedCommand> {
  let [stdout, stderr] = ['', ''];
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal !== undefined });
  const io = {
    env,
    args,
    command: 'quire',
    print: (text: string, as?: PrintedAs) => void (stdout += `${printedText(text, as)}\n`),
    isTerminal: false,
    stdin,
    stderr: {
      write: (text: string) => {
        stderr += text;
        void terminal?.answer(text).then((typed) => stdin.end(typed));
      },
    },
    interrupted: new Promise(() => undefined),
  } as unknown as ProcessContext;
  try {
    await (await createCli(io)).parseAsync([...args], { from: 'user' });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return { code: exitCodeOf(error), stdout, stderr: `${stderr}${failureLine(error, io)}\n` };
  }
}
