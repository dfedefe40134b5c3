import { pino, type Level } from 'pino';
import { until } from '../support/until.js';

export type LogLine = Record<string, unknown> & { msg: string; requestId: string };

/** What a service writes to its log. */
export class WrittenLog {
  readonly lines: LogLine[] = [];

  readonly logger = (level: Level = 'info') =>
    pino({ level, base: null }, { write: (line: string) => void this.lines.push(JSON.parse(line) as LogLine) });

  /** The line of the request that was sent with this identifier, once it is written. */
  async ofRequest(requestId: string): Promise<LogLine> {
    const find = () => this.lines.find((line) => line.msg === 'request' && line.requestId === requestId);
    await until(async () => find() !== undefined);
    return find() as LogLine;
  }
}
