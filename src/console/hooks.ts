import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** `value` is the last one, also while another is loaded. */
export type LoadState<T> = { value: T | undefined; error: unknown; isLoading: boolean; retry(): void };

type State<T> = { value: T | undefined; error: unknown; isLoading: boolean };

/** Loads again when `name` changes; what is stale then is cancelled, and its value is gone. */
export function useLoad<T>(name: string, load: (signal: AbortSignal) => Promise<T>): LoadState<T> {
  const [state, setState] = useState<State<T> & { name: string }>({ ...EMPTY, name });
  const [attempt, setAttempt] = useState(0);
  const current = useRef(load);
  current.current = load;
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...EMPTY, value: before.name === name ? before.value : undefined, name }));
    current.current(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ value, error: undefined, isLoading: false, name });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [name, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const shown = state.name === name ? state : EMPTY;
  return { value: shown.value, error: shown.error, isLoading: shown.isLoading, retry };
}

const EMPTY = { value: undefined, error: undefined, isLoading: true };

export type PagedItems<T> = LoadState<readonly T[]> & { hasMore: boolean; more(): void };

/** Takes items from a list page by page. */
export function usePages<T>(
  name: string,
  size: number,
  open: (signal: AbortSignal) => Promise<AsyncGenerator<T>> | AsyncGenerator<T>,
): PagedItems<T> {
  const [extra, setExtra] = useState<{ name: string; items: readonly T[]; hasMore: boolean; isLoading: boolean }>();
  const source = useRef<AsyncGenerator<T>>(undefined);
  const current = useRef(name);
  current.current = name;
  const first = useLoad(name, async (signal) => {
    source.current = await open(signal);
    setExtra(undefined);
    return take(source.current, size);
  });
  const added = extra?.name === name ? extra : undefined;
  const items = first.value && [...first.value, ...(added?.items ?? [])];
  const more = async () => {
    if (!source.current) return;
    const before = added?.items ?? [];
    setExtra({ name, items: before, hasMore: false, isLoading: true });
    try {
      const taken = await take(source.current, size);
      if (current.current !== name) return;
      setExtra({ name, items: [...before, ...taken], hasMore: taken.length === size, isLoading: false });
    } catch {
      if (current.current === name) first.retry();
    }
  };
  return {
    value: items,
    error: first.error,
    isLoading: first.isLoading || added?.isLoading === true,
    retry: first.retry,
    hasMore: added?.hasMore ?? first.value?.length === size,
    more: () => void more(),
  };
}

async function take<T>(source: AsyncGenerator<T>, size: number): Promise<T[]> {
  const items: T[] = [];
  while (items.length < size) {
    const next = await source.next();
    if (next.done === true) break;
    items.push(next.value);
  }
  return items;
}

/** What `read` gives, read again after each change that `subscribe` tells of. */
export function useSubscribed<T>(source: { subscribe(listener: () => void): () => void }, read: () => T): T {
  const [, setCount] = useState(0);
  useEffect(() => source.subscribe(() => setCount((count) => count + 1)), [source]);
  return read();
}
