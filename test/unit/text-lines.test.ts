import { expect } from 'chai';
import { createLogger, describeError } from '../../src/observability/logger.js';
import { textLines } from '../../src/observability/text-lines.js';

describe('log lines for people', () => {
  function logged(isColoured: boolean, log: (logger: ReturnType<typeof createLogger>) => void): string {
    let text = '';
    const output = { write: (lines: string) => (text += lines) };
    log(createLogger('trace', { output: textLines(output, isColoured) }));
    return text;
  }

  it('have the time, the level, the name and the fields', () => {
    expect(logged(false, (logger) => logger.warn({ mode: 'local', task: 'two words' }, 'mode changed'))).to.match(
      /^\d\d:\d\d:\d\d\.\d{3} warn {2}mode changed mode=local task="two words"\n$/,
    );
  });

  it('begin with method, route, status and time if they are of a request', () => {
    const end = { requestId: 'a-1', method: 'GET', route: '/d/:document_id', status: 200, durationMs: 1.234 };
    expect(logged(false, (logger) => logger.info(end, 'request'))).to.match(
      / info {2}GET \/d\/:document_id 200 1\.2 ms requestId=a-1\n$/,
    );
    expect(logged(false, (logger) => logger.info({ ...end, route: undefined }, 'request'))).to.include('(no route)');
  });

  it('have the stack of a fault below them', () => {
    const cause = describeError(new Error('no room', { cause: new Error('disk') }));
    const [line, ...stack] = logged(false, (logger) => logger.error({ cause, task: 'gc' }, 'failed')).split('\n');
    expect(line).to.match(/ error failed task=gc$/);
    expect(stack[0]).to.equal('    Error: no room');
    expect(stack).to.include('    caused by Error: disk');
  });

  it('have colours only where they are asked for', () => {
    const line = (isColoured: boolean) => logged(isColoured, (logger) => logger.error({ a: 1 }, 'failed'));
    expect(line(false)).not.to.include('\u001b');
    expect(line(true)).to.include('\u001b[31merror\u001b[0m').and.include('\u001b[1mfailed\u001b[0m');
  });

  it('show what a terminal would obey', () => {
    const cause = 'Error: \u001b[2J\n    at \u202eplace';
    const text = logged(false, (logger) => logger.error({ cause, reason: '\u001b]0;x\u0007 \u202e' }, 'failed'));
    for (const obeyed of ['\u001b', '\u0007', '\u202e']) expect(text).not.to.include(obeyed);
    expect(text).to.include('    Error: \\u{1b}[2J\n        at \\u{202e}place\n');
  });

  it('are as many as were taken at once', () => {
    let text = '';
    const output = textLines({ write: (lines) => (text += lines) }, false);
    const line = JSON.stringify({ level: 30, time: '2026-11-26T08:00:00.000Z', pid: 7, msg: 'worker listens' });
    output.write(`${line}\n${line}\n`);
    expect(text).to.equal('08:00:00.000 info  worker listens pid=7\n'.repeat(2));
  });

  it('leave alone what is no line of the logger, but for what a terminal would obey', () => {
    let text = '';
    const output = textLines({ write: (lines) => (text += lines) }, false);
    output.write('[123:0x1] 45 ms: Scavenge\u001b[2J\nnull\n');
    expect(text).to.equal('[123:0x1] 45 ms: Scavenge\\u{1b}[2J\nnull\n');
  });
});
