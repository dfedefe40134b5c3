import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Deadline } from '../../src/platform/deadline.js';
import { DocumentQueue } from '../../src/consistency/document-queue.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

/** Tasks that end when they are told to, and a record of what began and ended. */
function tasks() {
  const queue = new DocumentQueue();
  const events: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const deadline = new Deadline(60_000);
  const add = (document: string, name: string): Promise<string> =>
    queue.run(document, deadline, async () => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()));
      });
      events.push(`${name} ends`);
      return name;
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await nextTurn();
  };
  return { queue, events, add, end };
}

describe('DocumentQueue', () => {
  it('runs the tasks of one document one after another, in the order they came', async () => {
    const { events, add, end } = tasks();
    const results = ['a', 'b', 'c'].map((name) => add('x', name));
    await nextTurn();
    expect(events).to.deep.equal(['a begins']);
    await end('a');
    expect(events).to.deep.equal(['a begins', 'a ends', 'b begins']);
    await end('b');
    await end('c');
    expect(events.slice(3)).to.deep.equal(['b ends', 'c begins', 'c ends']);
    expect(await Promise.all(results)).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets tasks of different documents run side by side', async () => {
    const { events, add, end } = tasks();
    const results = [add('x', 'a'), add('y', 'b')];
    await nextTurn();
    expect(events).to.deep.equal(['a begins', 'b begins']);
    await end('b');
    await end('a');
    expect(await Promise.all(results)).to.deep.equal(['a', 'b']);
  });

  it('gives a failure to its own caller only, and goes on', async () => {
    const { events, add, end } = tasks();
    const failing = add('x', 'a').catch((error: Error) => error.message);
    const next = add('x', 'b');
    await nextTurn();
    await end('a', new Error('broken'));
    expect(events).to.deep.equal(['a begins', 'b begins']);
    await end('b');
    expect([await failing, await next]).to.deep.equal(['broken', 'b']);
  });

  it('lets a caller go at its deadline, and never runs its task then', async () => {
    const { queue, events, add, end } = tasks();
    const slow = add('x', 'a');
    const late = queue.run('x', new Deadline(5), async () => {
      events.push('late begins');
    });
    await expectUnavailable(late, /no time left/);
    const next = add('x', 'b');
    await end('a');
    await slow;
    await end('b');
    await next;
    expect(events).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('raises what a task throws before it waits', async () => {
    const { queue } = tasks();
    const failure = await queue
      .run('x', new Deadline(60_000), () => {
        throw new Error('at once');
      })
      .catch((error: Error) => error.message);
    expect(failure).to.equal('at once');
    expect(await queue.run('x', new Deadline(60_000), async () => 'next')).to.equal('next');
  });

  it('keeps the order for a task that comes while the last one is under way', async () => {
    const { events, add, end } = tasks();
    const first = add('x', 'a');
    await nextTurn();
    const second = add('x', 'b');
    await end('a');
    await first;
    const third = add('x', 'c');
    await nextTurn();
    expect(events).to.deep.equal(['a begins', 'a ends', 'b begins']);
    await end('b');
    await end('c');
    expect(await Promise.all([second, third])).to.deep.equal(['b', 'c']);
  });

  it('begins at once where nothing is under way, also after earlier tasks', async () => {
    const { events, add, end } = tasks();
    for (const name of ['a', 'b']) {
      const result = add('x', name);
      await nextTurn();
      expect(events.at(-1)).to.equal(`${name} begins`);
      await end(name);
      await result;
    }
  });
});
