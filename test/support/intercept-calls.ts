import { setImmediate } from 'node:timers/promises';

/** A call of a method; `real` makes it. */
export type InterceptedCall = { name: string; args: readonly unknown[]; real: () => unknown };

/** The same object, with `through` in the place of every call of a method. */
export function interceptCalls<T extends object>(target: T, through: (call: InterceptedCall) => unknown): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) =>
        through({ name: String(name), args, real: () => Reflect.apply(member, target, args) as unknown });
    },
  });
}

/** The same object, one of whose methods is `act`; `real` makes the call. */
export function altering<T extends object>(
  port: T,
  method: keyof T,
  act: (real: () => unknown, args: readonly unknown[]) => unknown,
): T {
  return interceptCalls(port, ({ name, args, real }) => (name === method ? act(real, args) : real()));
}

/** Only the first call does something. */
export function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return () => (done ??= act());
}

/** The same object, one of whose methods begins only when `first` is done, each time it is called. */
export function callingBefore<T extends object>(target: T, method: keyof T, first: () => Promise<unknown>): T {
  return altering(target, method, (real) => afterwards(first, real));
}

/** What is either waited for or walked through. */
function afterwards(first: () => Promise<unknown>, then: () => unknown): unknown {
  let begun: Promise<unknown> | undefined;
  const call = () => (begun ??= first().then(then));
  return {
    then: (...handlers: Parameters<Promise<unknown>['then']>) => call().then(...handlers),
    async *[Symbol.asyncIterator]() {
      await first();
      yield* then() as AsyncIterable<unknown>;
    },
  };
}

/**
 * The same object. Each call ends in a later turn of the event loop, as calls over a network do. Otherwise a test
 * that calls until something has happened could keep it from happening.
 */
export function takingTurns<T extends object>(target: T): T {
  return interceptCalls(target, async ({ real }) => {
    try {
      return await real();
    } finally {
      await setImmediate();
    }
  });
}
