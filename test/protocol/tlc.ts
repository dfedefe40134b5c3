import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../../scripts/stack/child.js';
import { fetchJars } from '../../scripts/stack/jars.js';
import { findJava } from '../../scripts/stack/jdk.js';
import { projectRoot } from '../../scripts/stack/project-root.js';
import { freshFolder } from '../../scripts/stack/run-folder.js';
import { Supervisor } from '../../scripts/stack/supervisor.js';
import { configurationOf, MODEL_FOLDER, type ModelRun } from './runs.js';

export interface Finding {
  /** `holds`, the name of the property that is broken, or `error`: TLC could not do it. */
  readonly found: string;
  /** Distinct ones; of a broken run those up to its counterexample. */
  readonly states: number;
  /** Everything that TLC printed, a counterexample too. */
  readonly output: string;
}

interface TlcPaths {
  readonly java: string;
  readonly jars: string;
  /** Of this process alone; removed by `close`. */
  readonly folder: string;
}

const HEAP = '-Xmx2g';

/** The model checker TLC. */
export class Tlc {
  readonly #places: TlcPaths;
  #child: Child | undefined;
  #runs = 0;

  private constructor(places: TlcPaths) {
    this.#places = places;
  }

  /** Gets TLC with Maven where it is not here yet. Raises an error where that, or Java, cannot be had. */
  static async open(note: (line: string) => void): Promise<Tlc> {
    const stack = join(projectRoot(), '.stack');
    const java = await findJava();
    const folder = await freshFolder(join(stack, 'runs'));
    const supervisor = new Supervisor(new AbortController().signal);
    const context = { supervisor, libFolder: join(stack, 'lib'), runFolder: folder, java, note };
    try {
      const goal = 'dependency:copy-dependencies';
      const jars = await fetchJars(context, { backend: 'TLC', pom: 'tlc.xml', goal, size: '3 MB' });
      return new Tlc({ java, jars, folder });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** One worker: then the counterexample is the shortest, and it and the number of states are the same each time. */
  async check(run: ModelRun): Promise<Finding> {
    const { java, jars, folder } = this.#places;
    const cwd = join(folder, String(this.#runs++));
    await copyModules(cwd);
    const { module, text, liveness } = configurationOf(run);
    await writeFile(join(cwd, `${module}.cfg`), text);
    const args = ['-XX:+UseSerialGC', HEAP, '-cp', `${jars}/*`, 'tlc2.TLC', '-workers', '1', '-deadlock', module];
    const logFile = join(cwd, 'tlc.log');
    this.#child = new Child({ program: java, args, cwd, logFile });
    await this.#child.exited;
    const output = await readFile(logFile, 'utf8');
    await rm(cwd, { recursive: true });
    return { found: verdictIn(output, liveness), states: statesIn(output), output };
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.#child?.stop();
    await rm(this.#places.folder, { recursive: true, force: true });
  }
}

async function copyModules(folder: string): Promise<void> {
  await mkdir(folder);
  const modules = (await readdir(MODEL_FOLDER)).filter((name) => name.endsWith('.tla'));
  for (const name of modules) await copyFile(join(MODEL_FOLDER, name), join(folder, name));
}

function statesIn(output: string): number {
  return Number([...output.matchAll(/(\d+) distinct states found/g)].at(-1)?.[1] ?? 0);
}

function verdictIn(output: string, liveness: string | undefined): string {
  if (output.includes('No error has been found')) return 'holds';
  const [, broken] = /(?:Invariant|Action property) (\w+) is violated/.exec(output) ?? [];
  if (broken !== undefined) return broken;
  return liveness !== undefined && output.includes('Temporal properties were violated') ? liveness : 'error';
}
