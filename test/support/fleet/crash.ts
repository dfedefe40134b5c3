import { setTimeout as delay } from 'node:timers/promises';
import type { Interceptor, PortCall } from '../intercept-backends.js';
import { currentMark, type RequestMark } from './request-marks.js';
import type { CrashPoint, CrashOperation } from './steps.js';

/** About as long as a call of a backend takes: at some point of it the process dies. */
const LONGEST_AMID_MS = 10;

/** Lets this process die, as by `kill -9`, at the step that it was told. */
export class Crash {
  #point: CrashPoint | undefined;
  #passed = 0;

  arm(point: CrashPoint | undefined): void {
    this.#point = point;
    this.#passed = 0;
  }

  readonly through: Interceptor = async (call, real) => {
    const mark = currentMark();
    const point = this.#reached(call, mark);
    if (point?.moment === 'before') die();
    const result = real();
    if (point?.moment === 'amid') {
      await Promise.race([result.catch(() => undefined), delay(Math.random() * LONGEST_AMID_MS)]);
      die();
    }
    const answer = await result;
    if (point) die();
    if (mark && call.name === 'create') mark.isTaken = answer === 'exists';
    if (mark && call.name === 'writeHead') mark.isTaken = false;
    return answer;
  };

  #reached(call: PortCall, mark: RequestMark | undefined): CrashPoint | undefined {
    const point = this.#point;
    if (!point || point.call !== `${call.port}.${call.name}`) return undefined;
    if (point.operation !== operationOf(call, mark)) return undefined;
    return ++this.#passed === point.nth ? point : undefined;
  }
}

function operationOf({ name }: PortCall, mark: RequestMark | undefined): CrashOperation | undefined {
  if (name === 'remove' || name === 'removeSummaries') return 'cleaning';
  return name === 'writeHead' && mark?.isTaken ? 'help' : mark?.operation;
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
