import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSigned } from './context.js';

/** `value` is the last one, also while another is loaded. */
export type LoadState<T> = { value: T | undefined; error: unknown; isLoading: boolean; retry(): void };

type State<T> = { value: T | undefined; error: unknown; isLoading: boolean };

/** Loads again when `name` changes; what is stale then is cancelled, and its value is gone. With `round` it stays. */
export function useLoad<T>(name: string, load: (signal: AbortSignal) => Promise<T>, round = 0): LoadState<T> {
  const [state, setState] = useState<State<T> & { name: string }>({ ...EMPTY, name });
  const [attempt, setAttempt] = useState(0);
  const current = useRef(load);
  current.current = load;
  useLayoutEffect(() => {
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
  }, [name, attempt, round]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const shown = state.name === name ? state : EMPTY;
  return { value: shown.value, error: shown.error, isLoading: shown.isLoading, retry };
}

const EMPTY = { value: undefined, error: undefined, isLoading: true };

/** `hasMore`: more may follow. */
export type PagedItems<T> = LoadState<readonly T[]> & { hasMore: boolean; more(): void };

type Page<T> = { items: readonly T[]; hasMore: boolean };

/** Lists whose items are kept, and items of one. */
const MOST_LISTS = 10;
const MOST_KEPT = 1_000;

/**
 * Takes items from a list page by page. They are read again after each write of this tab. On a return to the list they
 * are there at once, as many as before, until they are read again. `open` gets how many are wanted.
 */
export function usePages<T>(
  name: string,
  size: number,
  open: (signal: AbortSignal, count: number) => Promise<AsyncGenerator<T>> | AsyncGenerator<T>,
): PagedItems<T> {
  const { lists, writes } = useSigned();
  const round = useSubscribed(writes, () => writes.count);
  const [extra, setExtra] = useState<Page<T> & { after: Page<T>; isLoading: boolean }>();
  const source = useRef<AsyncGenerator<T>>(undefined);
  const current = useRef<Page<T>>(undefined);
  const before = lists.get(name) as readonly T[] | undefined;
  const first = useLoad(
    name,
    async (signal) => {
      const count = Math.max(size, Math.min(MOST_KEPT, before?.length ?? 0));
      source.current = await open(signal, count);
      return take(source.current, count);
    },
    round,
  );
  const page = first.value;
  current.current = page;
  const added = extra && extra.after === page ? extra : undefined;
  const items = page ? [...page.items, ...(added?.items ?? [])] : before;
  useEffect(() => {
    if (page && items) keep(lists, name, items);
  }, [page, added]);
  const more = async () => {
    if (!source.current || !page) return;
    const taken = added?.items ?? [];
    setExtra({ after: page, items: taken, hasMore: true, isLoading: true });
    try {
      const next = await take(source.current, size);
      setExtra({ after: page, items: [...taken, ...next.items], hasMore: next.hasMore, isLoading: false });
    } catch {
      if (current.current === page) first.retry();
    }
  };
  return {
    value: items,
    error: first.error,
    isLoading: first.isLoading || added?.isLoading === true,
    retry: first.retry,
    hasMore: (added ?? page)?.hasMore ?? first.isLoading,
    more: () => void more(),
  };
}

/** The latest list is the last. */
export function keep(lists: Map<string, readonly unknown[]>, name: string, items: readonly unknown[]): void {
  lists.delete(name);
  lists.set(name, items);
  const [oldest] = lists.keys();
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
}

async function take<T>(source: AsyncGenerator<T>, size: number): Promise<Page<T>> {
  const items: T[] = [];
  while (items.length < size) {
    const next = await source.next();
    if (next.done === true) break;
    items.push(next.value);
  }
  return { items, hasMore: items.length === size };
}
/** What `read` gives, read again after each change that `subscribe` tells of. */
export function useSubscribed<T>(source: { subscribe(listener: () => void): () => void }, read: () => T): T {
  const [, setCount] = useState(0);
  useEffect(() => source.subscribe(() => setCount((count) => count + 1)), [source]);
  return read();
}
