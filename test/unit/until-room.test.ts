import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import type { MinuteWindow } from '../../src/console/rate-window.js';
import { untilRoom } from '../../src/console/until-room.js';

describe('the wait of the console for room in a minute', () => {
  const windowOf = (waits: number[]) => ({ searchWait: () => waits.shift() ?? 0 }) as MinuteWindow;

  it('leaves no listener on the signal, and says what is left', async () => {
    const { signal } = new AbortController();
    const told: number[] = [];
    await untilRoom(windowOf([3, 2, 1]), signal, (ms) => told.push(ms));
    expect(told).to.deep.equal([3, 2, 1, 0]);
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('mine');
    const waiting = untilRoom(windowOf([60_000]), controller.signal, () => undefined).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await waiting).to.equal(reason);
  });
});
