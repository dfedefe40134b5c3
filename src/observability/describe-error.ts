/** The loggable part of an error. A backend's error object may hold whole requests; its stack does not. */
export function describeError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return typeof error;
  const cause = describeError(error.cause);
  return `${error.stack ?? error.message}${cause === undefined ? '' : `\ncaused by ${cause}`}`;
}
