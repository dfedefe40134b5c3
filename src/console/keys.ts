import { useEffect } from 'preact/hooks';

/** Rows that the arrow keys go through, with the buttons for more. */
const ROWS = ['.documents .title, .more', '.folders .entry'];
const FIELDS = 'input, textarea, select';

/**
 * `/` leads to the search, arrows through rows and into folders, Escape out of what has `data-escape`. `openSearch`:
 * the field may be out of sight.
 */
export function useKeys(openSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !(target instanceof HTMLElement)) return;
      if (target.closest('dialog') || (target.matches(FIELDS) && target.id !== 'search')) return;
      if (act(event.key, target, openSearch)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openSearch]);
}

/** False: the browser does what it does with the key. */
function act(key: string, target: HTMLElement, openSearch: () => void): boolean {
  const isSearch = target.id === 'search';
  if (key === 'ArrowDown' || key === 'ArrowUp') return step(target, key === 'ArrowDown' ? 1 : -1);
  if (key === 'Escape') return click(isSearch ? undefined : document.querySelector('[data-escape]')) || leave(isSearch);
  if (isSearch) return false;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const turn = target.closest('.entry-row')?.querySelector('.turn');
    return (turn?.ariaExpanded === 'true') === (key === 'ArrowLeft') && click(turn);
  }
  if (key === '/') openSearch();
  return key === '/';
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}

function leave(isSearch: boolean): boolean {
  if (isSearch) document.getElementById('main')?.focus();
  return isSearch;
}

/** From elsewhere the first row of the page is next. */
function step(from: HTMLElement, by: 1 | -1): boolean {
  const own = ROWS.find((row) => from.matches(row));
  if (own === undefined && (by < 0 || !from.matches('body, main, #search'))) return false;
  const rows = [...document.querySelectorAll<HTMLElement>(own ?? '.documents .title')];
  const next = rows[rows.indexOf(from) + by];
  next?.focus();
  return next !== undefined;
}
