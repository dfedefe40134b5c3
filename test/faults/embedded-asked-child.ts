import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that has an index open and does something with it whenever it is asked. */
export type AskedChild = {
  pid: number;
  /** What it answered; raises an error when it ended instead. */
  ask(question?: string): Promise<unknown>;
  /** Everything that it wrote to stderr. */
  complaints(): string;
  kill(): Promise<void>;
  /** Lets it end, and gives its exit code. */
  end(): Promise<number | null>;
};

export type AskedScript = {
  /** Name in the script → module that it is imported from. */
  modules: Record<string, URL>;
  /** A module that may import by the given names, and ends with an async function of the question. */
  script: string;
  arguments: readonly string[];
};

const LOOP = `
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(line) ?? null));
  await finish?.();
  process.exit(0);
`;

/** The script declares \`const answer = async (question) => …\` and \`const finish\`, which may be undefined. */
export function startAskedChild({ modules, script, arguments: given }: AskedScript): AskedChild {
  const imports = Object.entries(modules).map(
    ([name, url]) => `const { ${name} } = await import(${JSON.stringify(url.href)});\n`,
  );
  const command = ['--input-type=module', '--eval', imports.join('') + script + LOOP, ...given];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid as number,
    complaints: () => complaints,
    ask: async (question = '') => {
      child.stdin.write(`${question}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`it ended with ${(await exited).join(' ')}: ${complaints}`);
      return JSON.parse(value) as unknown;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    end: async () => {
      child.stdin.end();
      return (await exited)[0];
    },
  };
}
