import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { numberText } from '../parts/format.js';

/** A plan without limits has numbers that say nothing to people. */
const WORTH_TELLING = 1_000_000;

export function WindowLine() {
  const { session } = useSigned();
  const state = useSubscribed(session.window, () => session.window.state);
  if (!state || state.limit >= WORTH_TELLING) return null;
  return (
    <p class="quiet window">
      {numberText(state.remaining)} of {numberText(state.limit)} requests left this minute
    </p>
  );
}
