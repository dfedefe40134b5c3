import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';
import { codeRuns } from './code-runs.js';

/**
 * What is between a pair of brackets, without what is between pairs within it. `end`: the place of the bracket that
 * closes it, or `NONE`. `lastLink`: the place of the last link in it and in the pairs within it, or `NONE`.
 */
type Level = { end: number; lastLink: number };

const NONE = -1;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** The level of each place where a token begins, as far as it was looked at. */
type Levels = Map<number, Level>;

const levelsOfTexts = new WeakMap<StateInline, Levels>();

function levelsOf(state: StateInline): Levels {
  const known = levelsOfTexts.get(state) ?? new Map<number, Level>();
  levelsOfTexts.set(state, known);
  return known;
}

/** The walk over a text from its first place. `open`: the levels around the place, from the outermost. */
class Walk {
  readonly #state: StateInline;
  readonly #levels: Levels;
  readonly #open: Level[] = [{ end: NONE, lastLink: NONE }];

  constructor(state: StateInline, levels: Levels) {
    this.#state = state;
    this.#levels = levels;
  }

  /** Until all levels are closed. Those that nothing closes have no end. */
  run(): void {
    const state = this.#state;
    for (let level = this.#open.at(-1); level && state.pos < state.posMax; level = this.#open.at(-1)) {
      const at = state.pos;
      const known = this.#levels.get(at);
      if (known?.end === NONE) return;
      if (known !== undefined) {
        this.#close(level, known);
        continue;
      }
      this.#levels.set(at, level);
      if (state.src.charCodeAt(at) === CLOSE) this.#close(level, { end: at, lastLink: NONE });
      else this.#pass(level, at);
    }
  }

  #close(level: Level, { end, lastLink }: Level): void {
    level.end = end;
    level.lastLink = Math.max(level.lastLink, lastLink);
    this.#open.pop();
    const around = this.#open.at(-1);
    if (around !== undefined) around.lastLink = Math.max(around.lastLink, level.lastLink);
    this.#state.pos = end + 1;
  }

  #pass(level: Level, at: number): void {
    this.#state.md.inline.skipToken(this.#state);
    if (this.#state.src.charCodeAt(at) !== OPEN) return;
    if (this.#state.pos === at + 1) this.#open.push({ end: NONE, lastLink: NONE });
    else level.lastLink = at;
  }
}

/**
 * As the parser's own function, which walks to the end of the text for each bracket that nothing closes. No place is
 * passed twice here.
 */
function linearLinkLabel(state: StateInline, start: number, disableNested = false): number {
  const levels = levelsOf(state);
  const { pos } = state;
  state.pos = start + 1;
  if (!levels.has(start + 1)) new Walk(state, levels).run();
  state.pos = pos;
  const { end, lastLink } = levels.get(start + 1) ?? { end: NONE, lastLink: NONE };
  return end >= state.posMax || (disableNested && lastLink > start) ? NONE : end;
}

/**
 * Makes the parser find the ends of labels in a time that grows with the text. Parsers that name their rules name
 * `CODE_RUNS`, too.
 */
export function linearLabels(parser: MarkdownIt): void {
  parser.helpers.parseLinkLabel = linearLinkLabel;
  parser.use(codeRuns);
}
