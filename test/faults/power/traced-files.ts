import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Change, LogOperation, TracedStep, Trace } from './trace.js';

/** Records every change to a file through `node:fs/promises` in this process, and every operation. */
export class TracedFiles {
  readonly #trace: Trace = { changes: [], operations: [], steps: 0 };

  static install(): TracedFiles {
    const traced = new TracedFiles();
    traced.#replaceUnlink();
    traced.#replaceOpen();
    syncBuiltinESMExports();
    return traced;
  }

  /** What was begun, too. */
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
    this.#trace.changes.push(step);
    try {
      const done = await work();
      step.ended = this.#trace.steps++;
      return done;
    } catch (error) {
      this.#trace.changes.splice(this.#trace.changes.indexOf(step), 1);
      throw error;
    }
  }

  #replaceUnlink(): void {
    const real = fs.promises.unlink;
    const unlink = (path: string) => this.#record({ kind: 'unlink', path }, () => real(path));
    Object.assign(fs.promises, { unlink });
  }

  #replaceOpen(): void {
    const real = fs.promises.open;
    const open = async (path: string, flags: string | number, mode?: number): Promise<FileHandle> => {
      const opening = () => real(path, flags, mode);
      const bits = typeof flags === 'number' ? flags : 0;
      const makes = (bits & constants.O_CREAT) !== 0;
      const handle = makes ? await this.#record({ kind: 'make file', path }, opening) : await opening();
      return this.#traced(handle, path, (bits & constants.O_DSYNC) !== 0);
    };
    Object.assign(fs.promises, { open });
  }

  #traced(handle: FileHandle, path: string, isDurable: boolean): FileHandle {
    const { sync, truncate } = handle;
    const write = handle.write.bind(handle) as (...storage: [Buffer, number, number, number]) => Promise<unknown>;
    return Object.assign(handle, {
      sync: () => this.#record({ kind: 'sync', path }, () => sync.call(handle)),
      truncate: (bytes: number) => this.#record({ kind: 'truncate', path, bytes }, () => truncate.call(handle, bytes)),
      write: (bytes: Buffer, from: number, length: number, at: number) => {
        const data = bytes.toString('base64', from, from + length);
        return this.#record({ kind: 'write', path, at, data, isDurable }, () => write(bytes, from, length, at));
      },
    });
  }
}
