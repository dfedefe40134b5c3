import { NoAnswerError } from '../../client/client.js';
import { useLoad, type LoadState } from '../hooks.js';

/** A part of the console that is loaded when it is asked for. */
export function useModule<T>(name: string, load: () => Promise<T>): LoadState<T> {
  return useLoad(name, () =>
    load().catch((cause: unknown) => {
      throw new NoAnswerError('a part of the console did not come', { cause });
    }),
  );
}
