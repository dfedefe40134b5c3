import { cpuMicrosOf } from '../support/process-tree.js';
import { ChildModule } from '../support/child-module.js';
import type { Sample } from '../report/sample.js';
import type { LoadOrder, LoadOutcome, LoadPlan, OpenLoad, OpenOutcome, RunningLoad } from './load.js';

/** Process ids by name; undefined: the process is not on this machine, and is left out. */
export type Watched = Readonly<Record<string, number | undefined>>;

/** The load driver's process. */
export class Driver {
  readonly #child = new ChildModule(new URL('driver-main.js', import.meta.url));
  readonly #known = new Map<LoadPlan, number>();
  #learnt = 0;

  get pid(): number {
    return this.#child.pid;
  }

  /** Raises an error at the first answer that is not what it must be. */
  async run(plan: LoadPlan, how: RunningLoad, watched: Watched = {}): Promise<Sample> {
    const run = this.#known.get(plan) ?? (await this.#learn(plan));
    const before = cpuOfAll(watched);
    const { perSecond, kinds, sent, driverCpuMicros, driverShare } = await this.#tell<LoadOutcome>({ run, how });
    const after = cpuOfAll(watched);
    const cpuMicros: Record<string, number> = { driver: driverCpuMicros };
    for (const [name, micros] of after) cpuMicros[name] = (micros - (before.get(name) ?? 0)) / sent;
    return { perSecond, kinds, sent, cpuMicros, driverShare };
  }

  /** Begins requests at fixed times, whatever the answers take and are. */
  async runOpen(plan: LoadPlan, how: OpenLoad): Promise<OpenOutcome> {
    return this.#tell({ open: this.#known.get(plan) ?? (await this.#learn(plan)), how });
  }

  /** Gives up the memory that the plans so far take. */
  async forget(): Promise<void> {
    this.#known.clear();
    await this.#tell({ forget: true });
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  async #learn(plan: LoadPlan): Promise<number> {
    const as = this.#learnt++;
    await this.#tell({ learn: plan, as });
    this.#known.set(plan, as);
    return as;
  }

  #tell<Value>(order: LoadOrder): Promise<Value> {
    return this.#child.ask(order);
  }
}

function cpuOfAll(watched: Watched): Map<string, number> {
  return new Map(
    Object.entries(watched).flatMap(([name, pid]): [string, number][] =>
      pid === undefined ? [] : [[name, cpuMicrosOf(pid)]],
    ),
  );
}
