import { OverloadedError, UnavailableError } from '../../domain/errors.js';

export type CallObserver = (call: string, outcome: 'ok' | 'unavailable' | 'error', durationMs: number) => void;

/** Returns what makes each such call, in a span if its request is recorded. */
export type CallTracer = (call: string) => <T>(work: () => T) => T;

/** Observes every asynchronous call of a port. */
export function instrument<T extends object>(port: T, observe: CallObserver, trace: CallTracer): T {
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== 'function') return member;
      if (!wrapped.has(name))
        wrapped.set(name, timed(String(name), member.bind(target) as AnyCall, { observe, trace }));
      return wrapped.get(name);
    },
  });
}

type AnyCall = (...args: unknown[]) => unknown;

function timed(name: string, call: AnyCall, { observe, trace }: { observe: CallObserver; trace: CallTracer }): AnyCall {
  const inSpan = trace(name);
  return (...args) => {
    const startedAt = performance.now();
    const result = inSpan(() => call(...args));
    if (!(result instanceof Promise)) return result;
    return result.then(
      (value: unknown) => {
        observe(name, 'ok', performance.now() - startedAt);
        return value;
      },
      (error: unknown) => {
        observe(name, outcomeOf(error), performance.now() - startedAt);
        throw error;
      },
    );
  };
}

/** An overloaded process has no room for the answer, but the backend has answered: it is well. */
function outcomeOf(error: unknown): 'ok' | 'unavailable' | 'error' {
  if (error instanceof OverloadedError) return 'ok';
  return error instanceof UnavailableError ? 'unavailable' : 'error';
}
