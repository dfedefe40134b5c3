import { visibleLines, visibleText } from '../platform/visible-text.js';
import type { LineOutput } from './logger.js';

type Line = { level: number; time: string; msg: string; [field: string]: unknown };
type RequestLine = { method: string; route?: string; status: number; durationMs: number };

const LEVELS: Readonly<Record<number, { name: string; colour: number }>> = {
  10: { name: 'trace', colour: 90 },
  20: { name: 'debug', colour: 90 },
  30: { name: 'info', colour: 32 },
  40: { name: 'warn', colour: 33 },
  50: { name: 'error', colour: 31 },
  60: { name: 'fatal', colour: 31 },
};
const BOLD = 1;
const FAINT = 2;
const PLAIN_VALUE = /^[\p{L}\p{N}_./:,@{}*+-]+$/u;

type Paint = (colour: number, text: string) => string;

/** Takes the logger's JSON lines, and writes them for people: time (UTC), level, name, fields; a stack below them. */
export function textLines(output: LineOutput, isColoured: boolean): LineOutput {
  const paint: Paint = (colour, text) => (isColoured && text !== '' ? `\u001b[${colour}m${text}\u001b[0m` : text);
  return {
    write: (lines) => {
      for (const line of lines.trimEnd().split('\n')) output.write(`${textOf(line, paint)}\n`);
    },
  };
}

function textOf(json: string, paint: Paint): string {
  const line = parsed(json);
  if (!line) return visibleText(json);
  const { level, time, msg, cause, ...fields } = line;
  const { name, colour } = LEVELS[level] ?? { name: String(level), colour: FAINT };
  const { title, rest } = msg === 'request' ? requestTitle(fields as RequestLine) : { title: msg, rest: fields };
  const shown = Object.entries(rest).map(([field, value]) => `${field}=${valueText(value)}`);
  const head = [
    paint(FAINT, time.slice(11, 23)),
    paint(colour, name.padEnd(5)),
    paint(BOLD, visibleText(title)),
    paint(FAINT, visibleText(shown.join(' '))),
  ];
  const below = cause === undefined ? '' : `\n${visibleLines(cause).replaceAll(/^/gm, '    ')}`;
  return head.join(' ').trimEnd() + below;
}

/** Undefined: not of the logger. V8 and packages may write to the output of a worker, too. */
function parsed(json: string): (Line & { cause?: string }) | undefined {
  try {
    const line = JSON.parse(json) as Partial<Line> | null;
    return typeof line?.time === 'string' && typeof line.msg === 'string' ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function requestTitle({ method, route, status, durationMs, ...rest }: RequestLine) {
  return { title: `${method} ${route ?? '(no route)'} ${status} ${durationMs.toFixed(1)} ms`, rest };
}

function valueText(value: unknown): string {
  return typeof value === 'string' && PLAIN_VALUE.test(value) ? value : JSON.stringify(value);
}
