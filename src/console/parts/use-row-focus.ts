import { useEffect, useRef } from 'preact/hooks';

/** Rows have dialogs, in which there may be other lists. */
const FOCUSED = '.documents > li, .more';

/**
 * For what holds rows, and perhaps a button for more of them. Where the row with the focus goes away, the next one has
 * it; where the button does, the first new one.
 */
export function useRowFocus<Holder extends HTMLElement>() {
  const ref = useRef<Holder>(null);
  const last = useRef<{ element: Element; place: number }>(undefined);
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return;
    const { element, place } = last.current;
    const titles = [...(ref.current?.querySelectorAll<HTMLElement>('.title') ?? [])];
    const next = titles[place] ?? (element.matches('.more') ? undefined : titles.at(-1));
    next?.focus();
  });
  const onFocusIn = ({ target }: FocusEvent) => {
    const element = (target as Element).closest(FOCUSED);
    const all = [...(ref.current?.querySelectorAll(FOCUSED) ?? [])];
    if (element) last.current = { element, place: all.indexOf(element) };
  };
  return { ref, onFocusIn };
}
