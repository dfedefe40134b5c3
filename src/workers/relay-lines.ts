import type { Readable } from 'node:stream';
import type { LineOutput } from '../observability/logger.js';

/**
 * Passes lines on, each whole: several processes that wrote on one pipe themselves could meet within a long line
 * when its reader is slow. What a killed process has left of a line is dropped.
 */
export function relayLines(from: Readable, output: LineOutput): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) output.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
}
