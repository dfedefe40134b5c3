import { visibleLines, visibleText } from '../../platform/visible-text.js';

/**
 * What becomes of a text on its way to standard output. `line`: whatever a terminal would obey is shown, ends of lines
 * too. `lines`: the same of several lines. `exact`: as it is, for colours around texts that were made visible. `file`:
 * as it is, and without a line end after it.
 */
export type PrintedAs = 'line' | 'lines' | 'exact' | 'file';

const MADE: Record<PrintedAs, (text: string) => string> = {
  line: visibleText,
  lines: visibleLines,
  exact: (text) => text,
  file: (text) => text,
};

/** Every text that a command prints comes through here: it may hold text of a service, or of others. */
export function printedText(text: string, as: PrintedAs = 'line'): string {
  return MADE[as](text);
}
