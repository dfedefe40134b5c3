/** What may be logged of an error: a backend's error object can hold whole requests, its stack does not. */
export function describeError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return typeof error;
  const cause = describeError(error.cause);
  return `${error.stack ?? error.message}${cause === undefined ? '' : `\ncaused by ${cause}`}`;
}
