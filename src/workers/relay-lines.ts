import type { Readable } from 'node:stream';
import type { LineOutput } from '../observability/logger.js';

/** Passes on whole lines: several writers to one slow pipe could mix them. A partial last line is dropped. */
export function relayLines(from: Readable, output: LineOutput): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) output.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
}
