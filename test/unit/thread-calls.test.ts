import { expect } from 'chai';
import { ThreadCalls } from '../../src/adapters/sqlite/writer/thread-calls.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

/** Answers with what it is asked, and ends or hangs where it is asked to. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message === 'close') return parentPort.close();
      for (const { id, asked } of message) {
        if (asked === 'end') process.exit();
        if (asked === 'hang') continue;
        parentPort.postMessage([{ id, result: asked }]);
      }
    });
  `)}`,
);

describe('calls of a thread', () => {
  let calls: ThreadCalls<string, string>;
  beforeEach(() => {
    calls = new ThreadCalls({ module: ECHO, data: undefined, doing: 'asking' });
  });
  afterEach(() => calls.close());

  it('are answered, each by its own answer', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map((text) => calls.ask(text)))).to.deep.equal(['a', 'b', 'c']);
  });

  it('raise an error where the thread ends, and the next one starts another thread', async () => {
    await expectUnavailable(calls.ask('end'), /the thread has ended/);
    expect(await calls.ask('a')).to.equal('a');
  });

  it('are refused at once while an earlier one is not answered in time', async () => {
    const hasty = new ThreadCalls<string, string>({ module: ECHO, data: undefined, doing: 'asking', withinMs: 100 });
    await expectUnavailable(hasty.ask('hang'), /no time left while asking/);
    await expectUnavailable(hasty.ask('a'), /asking takes too long: the disk does not answer/);
    await hasty.close();
  });

  it('are answered before it closes', async () => {
    const answer = calls.ask('a');
    await calls.close();
    expect(await answer).to.equal('a');
  });
});
