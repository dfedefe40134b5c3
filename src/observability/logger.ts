import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output. Never keys, titles, bodies or credentials: log calls name their fields. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
