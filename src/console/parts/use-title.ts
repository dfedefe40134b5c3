import { useEffect } from 'preact/hooks';

/** The title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Quire`;
  }, [title]);
}
