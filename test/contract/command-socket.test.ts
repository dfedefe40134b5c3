import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { callOwner, listenForCommands, type RunCommand } from '../../src/adapters/filesystem/command-socket.js';
import type { CommandAnswer, CommandRequest } from '../../src/platform/remote-command.js';
import { until } from '../support/until.js';

const REQUEST: CommandRequest = { args: ['doctor'], user: 'somebody', isTTY: false };
const AT_ONCE = 8;

describe('the command socket of a folder', () => {
  let folder: string;
  let asked: CommandRequest[];
  let answers: ((answer: CommandAnswer) => void)[];
  let stopped: number;
  let listener: Awaited<ReturnType<typeof listenForCommands>>;

  const run: RunCommand = (request, answer) => {
    asked.push(request);
    answers.push(answer);
    return { stop: () => stopped++ };
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-commands-'));
    [asked, answers, stopped] = [[], [], 0];
    listener = await listenForCommands(folder, run);
  });
  afterEach(async () => {
    await listener.close();
    await rm(folder, { recursive: true });
  });

  function call(request: CommandRequest = REQUEST) {
    const stop = new AbortController();
    const printed: string[] = [];
    const onPrint = (line: string) => printed.push(line);
    const end = callOwner(folder, { request, stop: stop.signal, onPrint, onErr: onPrint });
    return { end, stop, printed };
  }

  const untilAsked = (count: number) => until(async () => asked.length >= count);

  it('passes the request, what the command prints, and its end', async () => {
    const { end, printed } = call({ ...REQUEST, columns: 80 });
    await untilAsked(1);
    answers[0]?.({ print: 'one' });
    answers[0]?.({ err: 'two' });
    answers[0]?.({ end: { kind: 'done' } });
    expect(await end).to.deep.equal({ kind: 'done' });
    expect(printed).to.deep.equal(['one', 'two']);
    expect(asked).to.deep.equal([{ ...REQUEST, columns: 80 }]);
  });

  it('leaves out a width that no terminal has', async () => {
    for (const columns of [0, -1, 1.5, 1e9, '80' as unknown as number]) void call({ ...REQUEST, columns }).end;
    await untilAsked(5);
    for (const request of asked) expect(request).to.deep.equal(REQUEST);
  });

  it('stops the command of a caller that asks for it', async () => {
    const { end, stop } = call();
    await untilAsked(1);
    stop.abort();
    await until(async () => stopped > 0);
    answers[0]?.({ end: { kind: 'stopped', reason: 'asked to' } });
    expect(await end).to.deep.equal({ kind: 'stopped', reason: 'asked to' });
  });

  it('tells a caller beyond the eighth to come again later, and takes one when another has ended', async () => {
    const calls = Array.from({ length: AT_ONCE }, () => call());
    await untilAsked(AT_ONCE);
    expect(await call().end).to.deep.equal({
      kind: 'failed',
      reason: 'the service runs 8 commands already: try again later',
    });
    expect(asked).to.have.length(AT_ONCE);
    answers[0]?.({ end: { kind: 'done' } });
    await calls[0]?.end;
    const next = call();
    await untilAsked(AT_ONCE + 1);
    answers.at(-1)?.({ end: { kind: 'done' } });
    expect(await next.end).to.deep.equal({ kind: 'done' });
  });

  it('hangs up on what is no request', async () => {
    for (const line of ['x\n', '{"args":"doctor"}\n', 'null\n', 'x'.repeat(70_000)]) {
      const socket = connect(join(folder, 'commands.sock'));
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(line);
      expect(await text(socket).catch(() => '')).to.equal('');
    }
    expect(asked).to.deep.equal([]);
  });
});
