import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import type { Change, LogOperation, TracedStep, Trace } from './trace.js';

const MAKES = new Set<string>(['make folder', 'link']);

/** Records every change to a file through `node:fs/promises` in this process, and every operation. */
export class TracedFiles {
  readonly #trace: Trace = { changes: [], operations: [], steps: 0 };
  readonly #pending = new Set<TracedStep<Change>>();

  static install(): TracedFiles {
    const traced = new TracedFiles();
    traced.#replace('mkdir', (path: string) => ({ kind: 'make folder', path }));
    traced.#replace('link', (from: string, to: string) => ({ kind: 'link', from, to }));
    traced.#replace('rename', (from: string, to: string) => ({ kind: 'rename', from, to }));
    traced.#replace('unlink', (path: string) => ({ kind: 'unlink', path }));
    traced.#replaceOpen();
    syncBuiltinESMExports();
    return traced;
  }

  /** The operations that were begun, too. */
  get trace(): Trace {
    return this.#trace;
  }

  async operation(operation: LogOperation, work: () => Promise<unknown>): Promise<void> {
    const step: TracedStep<LogOperation> = { ...operation, began: this.#trace.steps++, ended: Infinity };
    this.#trace.operations.push(step);
    step.outcome = String(await work());
    step.ended = this.#trace.steps++;
  }

  async #record<T>(change: Change, work: () => Promise<T>): Promise<T> {
    const step = { ...change, began: this.#trace.steps++, ended: Infinity };
    this.#pending.add(step);
    try {
      const done = await work();
      this.#found(dirname(targetOf(change)));
      this.#happened(step);
      return done;
    } catch (error) {
      this.#pending.delete(step);
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') this.#found(targetOf(change));
      throw error;
    }
  }

  #happened(step: TracedStep<Change>): void {
    if (!this.#pending.delete(step)) return;
    step.ended = this.#trace.steps++;
    this.#trace.changes.push(step);
  }

  /** Something is at `path`: what this process is told later, of it and of what is above, has happened already. */
  #found(path: string): void {
    if (dirname(path) !== path) this.#found(dirname(path));
    for (const step of this.#pending) if (MAKES.has(step.kind) && targetOf(step) === path) this.#happened(step);
  }

  #replace(name: 'mkdir' | 'link' | 'rename' | 'unlink', changeOf: (...paths: string[]) => Change): void {
    const real = fs.promises[name] as (...paths: string[]) => Promise<unknown>;
    const recorded = (...paths: string[]) => this.#record(changeOf(...paths), () => real(...paths));
    Object.assign(fs.promises, { [name]: recorded });
  }

  #replaceOpen(): void {
    const real = fs.promises.open;
    const open = async (path: string, flags: string, mode?: number): Promise<FileHandle> => {
      const opening = () => real(path, flags, mode);
      const handle = flags === 'wx' ? await this.#record({ kind: 'make file', path }, opening) : await opening();
      this.#found(path);
      const { sync, writeFile } = handle;
      return Object.assign(handle, {
        sync: () => this.#record({ kind: 'sync', path }, () => sync.call(handle)),
        writeFile: (data: Buffer) =>
          this.#record({ kind: 'write', path, data: data.toString() }, () => writeFile.call(handle, data)),
      });
    };
    Object.assign(fs.promises, { open });
  }
}

function targetOf(change: Change): string {
  return 'to' in change ? change.to : change.path;
}
