import { UnavailableError } from '../../src/domain/errors.js';
import type { CounterStore } from '../../src/ports/counter-store.js';
import { interceptCalls } from './intercept-calls.js';

export type Cuttable = {
  line: CounterStore;
  cut(): void;
  reconnect(): void;
  /** What was asked of the line so far, cut or not. */
  readonly calls: number;
  /** Cut, but what is asked is done all the same: nobody hears of it. */
  muffle(): void;
};

/** A store of counters behind a line that can be cut. */
export function cuttable(store: CounterStore): Cuttable {
  let state: 'whole' | 'cut' | 'muffled' = 'whole';
  let calls = 0;
  const line = interceptCalls(store, async ({ real }) => {
    calls++;
    if (state === 'cut') throw new UnavailableError('cut');
    const answer = await real();
    if (state === 'muffled') throw new UnavailableError('not heard');
    return answer;
  });
  const to = (next: typeof state) => () => {
    state = next;
  };
  return {
    line,
    cut: to('cut'),
    reconnect: to('whole'),
    muffle: to('muffled'),
    get calls() {
      return calls;
    },
  };
}
