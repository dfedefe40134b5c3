import { UnavailableError } from '../../domain/errors.js';

/** Raises `UnavailableError` after `ms`. The work may still finish later. Its later failure is ignored. */
export function withDeadline<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new UnavailableError(`${what} took longer than ${ms} ms`));
    const timer = setTimeout(late, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
