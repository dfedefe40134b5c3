type Heard = { stops: Set<() => void>; hear: () => void };

const heard = new WeakMap<AbortSignal, Heard>();

/**
 * Has `stop` called when the signal is given, at once if it was given before; the result takes that back. All calls at
 * once on a signal share one listener, and none stays. Node warns of more than ten, and `AbortSignal.any` keeps an
 * entry for each call.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  if (signal.aborted) {
    stop();
    return () => undefined;
  }
  const { stops, hear } = heardOf(signal);
  // A function that comes twice counts twice.
  const own = () => stop();
  if (stops.size === 0) signal.addEventListener('abort', hear, { once: true });
  stops.add(own);
  return () => {
    if (stops.delete(own) && stops.size === 0) signal.removeEventListener('abort', hear);
  };
}

function heardOf(signal: AbortSignal): Heard {
  const found = heard.get(signal);
  if (found) return found;
  const stops = new Set<() => void>();
  const hear = () => {
    stops.forEach((stop) => stop());
    stops.clear();
  };
  const fresh = { stops, hear };
  heard.set(signal, fresh);
  return fresh;
}
