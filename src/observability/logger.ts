import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Takes whole lines. */
export type LineOutput = { write(lines: string): void };

export type LoggerOptions = {
  /** In every line. */
  fields?: Record<string, unknown>;
  /** By default standard output, on which lines are written a little later. */
  output?: LineOutput;
};

/** JSON lines on standard output. Never keys, titles, bodies or credentials: log calls name their fields. */
export function createLogger(level: string, { fields, output }: LoggerOptions = {}): Logger {
  const options = { level, base: fields ?? null, timestamp: pino.stdTimeFunctions.isoTime };
  return output ? pino(options, output) : pino(options);
}

/**
 * Standard output, where a line is when the call returns. A process whose lines are read by another one of the service
 * needs that: what is left to write at its end is tried for ever where the reader has died (sonic-boom 4.2).
 */
export function openOutput(): LineOutput {
  return pino.destination({ dest: 1, sync: true });
}
