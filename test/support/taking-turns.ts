import { setImmediate } from 'node:timers/promises';

/**
 * The same object, whose calls end in a later turn of the event loop each, as calls over a network do: a test
 * that calls again and again until something has happened would otherwise keep it from happening.
 */
export function takingTurns<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        try {
          return await (Reflect.apply(member, target, given) as unknown);
        } finally {
          await setImmediate();
        }
      };
    },
  });
}
