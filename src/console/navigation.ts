import { useEffect, useState } from 'preact/hooks';
import { hashOf, parseRoute, type ConsoleRoute } from './route.js';

export function useRoute(): ConsoleRoute {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = () => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return parseRoute(hash);
}

export function go(route: ConsoleRoute): void {
  location.hash = hashOf(route);
}

/** As `go`, without an entry of its own in the history. */
export function goInstead(route: ConsoleRoute): void {
  location.replace(hashOf(route));
}
