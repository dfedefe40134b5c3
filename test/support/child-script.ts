import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * A process that runs `script`, a module that may import by the given names. Its `print` returns once the line is on
 * its way: what `console.log` was told can be lost with the process.
 */
export type ChildScript = {
  /** Name in the script → module that it is imported from. */
  modules: Record<string, URL>;
  script: string;
  arguments?: readonly string[];
  /** Bytes beyond which no file can grow: what a full disk does to a writer. */
  fileBytes?: number;
};

type Child = ChildProcessByStdio<null, Readable, null>;

/** Runs the script to its end and gives the JSON values that it printed, one a line. */
export async function runScript(child: ChildScript): Promise<unknown[]> {
  const running = start(child);
  const [lines, [code]] = await Promise.all([linesOf(running), once(running, 'exit')]);
  if (code !== 0) throw new Error(`the script ended with ${String(code)}: ${lines.join('\n')}`);
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Kills the process as soon as it has printed `count` lines that `counts`. Returns every line that it printed. */
export async function runScriptUntil(
  count: number,
  child: ChildScript,
  counts: (line: string) => boolean = () => true,
): Promise<string[]> {
  const running = start(child);
  const seen: string[] = [];
  let counted = 0;
  for await (const line of createInterface(running.stdout)) {
    seen.push(line);
    if (counts(line) && ++counted === count) running.kill('SIGKILL');
  }
  return seen;
}

function start({ modules, script, arguments: given = [], fileBytes }: ChildScript): Child {
  const imports = Object.entries(modules).map(
    ([name, url]) => `const { ${name} } = await import(${JSON.stringify(url.href)});\n`,
  );
  const command = [process.execPath, '--input-type=module', '--eval', PRINT + imports.join('') + script, ...given];
  const limited = fileBytes === undefined ? command : ['sh', '-c', LIMIT, String(fileBytes / 512), ...command];
  const [program = '', ...rest] = limited;
  return spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Defines `print`. A script's own threads need it too. */
export const PRINT = `
  const { writeSync } = await import('node:fs');
  const print = (line) => void writeSync(1, line + '\\n');
`;

/** `ulimit -f` counts blocks of 512 bytes; Node ignores the signal that comes with the error. */
const LIMIT = 'ulimit -f "$0" && exec "$@"';

async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) lines.push(line);
  return lines;
}
