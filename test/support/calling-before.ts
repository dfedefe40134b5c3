/** The same object, one of whose methods begins only when `first` is done, each time it is called. */
export function callingBefore<T extends object>(target: T, method: keyof T, first: () => Promise<unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== method) return member.bind(target) as unknown;
      return (...args: unknown[]) => afterwards(first, () => Reflect.apply(member, target, args) as unknown);
    },
  });
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
