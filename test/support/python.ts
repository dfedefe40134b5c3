import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAllTests } from './backends.js';

type Ended = { code: number | null; output: string };

/** A virtual environment with these packages, removed after all tests. Undefined: they cannot be had here. */
export async function pythonWith(packages: readonly string[]): Promise<PythonPrograms | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-python-'));
  afterAllTests(() => rm(folder, { recursive: true, force: true }));
  const programs = new PythonPrograms(folder);
  const steps = [
    () => run('python3', ['-m', 'venv', folder]),
    () => programs.run('pip', ['install', '--quiet', '--disable-pip-version-check', ...packages]),
  ];
  for (const step of steps) {
    const { code, output } = await step();
    if (code === 0) continue;
    process.stdout.write(`skipped: ${packages.join(', ')} cannot be installed: ${output.trim().split('\n').at(-1)}\n`);
    return undefined;
  }
  return programs;
}

export class PythonPrograms {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  run(name: string, args: readonly string[], cwd = this.#folder): Promise<Ended> {
    return run(join(this.#folder, 'bin', name), args, cwd);
  }
}

/** `output`: of both streams. A program that is not there ends with a code of its own. */
async function run(program: string, args: readonly string[], cwd?: string): Promise<Ended> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  } catch (error) {
    return { code: null, output: String(error) };
  }
}
