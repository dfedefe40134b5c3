/** The same object, one of whose methods is `act`; `real` makes the call. */
export function altering<T extends object>(
  port: T,
  method: keyof T,
  act: (real: () => unknown, args: readonly unknown[]) => unknown,
): T {
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as (...args: unknown[]) => unknown;
      if (name !== method) return member.bind(target);
      return (...args: unknown[]) => act(() => Reflect.apply(member, target, args), args);
    },
  });
}

/** Only the first call does something. */
export function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return () => (done ??= act());
}
