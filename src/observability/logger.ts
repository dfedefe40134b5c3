import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Takes whole lines. */
export type LineOutput = { write(lines: string): void };

export type LoggerOptions = {
  /** In every line. */
  fields?: Record<string, unknown>;
  /** Standard output where it is left out. */
  output?: LineOutput;
};

/** JSON lines on standard output. Never keys, titles, bodies or credentials: log calls name their fields. */
export function createLogger(level: string, { fields, output = openOutput() }: LoggerOptions = {}): Logger {
  return pino({ level, base: fields ?? null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

/** Standard output, each write of which is done when it returns. */
export function openOutput(): LineOutput {
  return pino.destination(1);
}
