import { useEffect, useState } from 'preact/hooks';
import { hashOf, parseRoute, type ConsoleRoute } from './route.js';

/** `from`: the address before. `scrolledTo`: where a page was that the history shows again; undefined: a new one. */
export type Arrival = { hash: string; from: string; scrolledTo: number | undefined };

/** Entries of the history that were shown have this state. */
const SEEN = 'seen';

export function useArrival(): Arrival & { route: ConsoleRoute } {
  const [arrival, setArrival] = useState<Arrival>({ hash: location.hash, from: '', scrolledTo: undefined });
  useEffect(() => {
    let from = location.hash;
    const places = new Map<string, number>();
    const mark = () => history.replaceState(SEEN, '');
    const update = () => {
      const { hash } = location;
      places.set(from, scrollY);
      setArrival({ hash, from, scrolledTo: history.state === SEEN ? (places.get(hash) ?? 0) : undefined });
      mark();
      from = hash;
    };
    // The browser would scroll before the page is there.
    history.scrollRestoration = 'manual';
    mark();
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return { ...arrival, route: parseRoute(arrival.hash) };
}

export function go(route: ConsoleRoute): void {
  location.hash = hashOf(route);
}

/** As `go`, without an entry of its own in the history. */
export function goInstead(route: ConsoleRoute): void {
  location.replace(hashOf(route));
}
