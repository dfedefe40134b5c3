import { useRef } from 'preact/hooks';
import { newIdempotencyKey } from '../../client/idempotency-key.js';

/** One key for all attempts at the same write, so that it takes effect once, also after a lost answer. */
export function useIdempotencyKey(): (write: string) => string {
  const last = useRef<{ write: string; key: string }>(undefined);
  return (write) => {
    if (last.current?.write !== write) last.current = { write, key: newIdempotencyKey() };
    return last.current.key;
  };
}
