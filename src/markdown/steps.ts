/** The text needs more steps than were allowed. */
export class TooManyStepsError extends Error {}

let left = Infinity;

/**
 * Does work that parses, in at most so many steps: calls of the parser's rules, whose number depends on the text alone.
 * Raises `TooManyStepsError`.
 */
export function withinSteps<T>(steps: number, work: () => T): T {
  left = steps;
  try {
    return work();
  } finally {
    left = Infinity;
  }
}

/** A rule that takes nothing: it stands before all others. */
export function countStep(): false {
  if (--left < 0) throw new TooManyStepsError('the text needs too many steps');
  return false;
}
