import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Takes whole lines. */
export type LineOutput = { write(lines: string): void };

export type LoggerOptions = {
  fields?: Record<string, unknown>;
  /** Default: standard output, written asynchronously. */
  output?: LineOutput;
};

/** JSON lines. Never keys, titles, bodies or credentials: log calls name their fields. */
export function createLogger(level: string, { fields, output }: LoggerOptions = {}): Logger {
  const options = { level, base: fields ?? null, timestamp: pino.stdTimeFunctions.isoTime };
  return output ? pino(options, output) : pino(options);
}

/**
 * Synchronous standard output. A process whose lines are read by another process of the service needs this: if the
 * reader has died, an asynchronous writer retries its last lines for ever (sonic-boom 4.2).
 */
export function openOutput(): LineOutput {
  return pino.destination({ dest: 1, sync: true });
}

/** The loggable part of an error. A backend's error object may hold whole requests; its stack does not. */
export function describeError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return typeof error;
  const cause = describeError(error.cause);
  return `${error.stack ?? error.message}${cause === undefined ? '' : `\ncaused by ${cause}`}`;
}
