import type { Socket } from 'node:net';
import { expect } from 'chai';
import { AnswerPace } from '../../src/http/limits/connections.js';

const KB = 1_024;

/** A socket with so much to be taken that it is never empty; each look is a second later. */
function looking(bytesASecond: number) {
  const socket = { writableLength: 1_000 * KB, bytesWritten: 1_000 * KB };
  const pace = new AnswerPace();
  return {
    socket,
    /** Whether it was too slow at any of so many looks. */
    look: (looks: number, answer: object) =>
      Array.from({ length: looks }, () => {
        socket.bytesWritten += bytesASecond;
        return pace.isTooSlow(socket as Socket, answer);
      }).includes(true),
  };
}

describe('AnswerPace', () => {
  const answer = {};

  it('is too slow below 8 KB a second for 30 seconds, and not before', () => {
    const { look } = looking(8 * KB - 1);
    expect(look(31, answer)).to.equal(false);
    expect(look(1, answer)).to.equal(true);
  });

  it('is not too slow at 8 KB a second, for however long', () => {
    expect(looking(8 * KB).look(1_000, answer)).to.equal(false);
  });

  it('sees a pause of 30 seconds after a quick beginning', () => {
    const { socket, look } = looking(0);
    expect(look(20, answer)).to.equal(false);
    socket.bytesWritten += 10_000 * KB;
    expect(look(29, answer)).to.equal(false);
    expect(look(3, answer)).to.equal(true);
  });

  it('begins anew with each answer, and where nothing waits to be taken', () => {
    const { socket, look } = looking(0);
    expect(look(30, answer)).to.equal(false);
    expect(look(30, {})).to.equal(false);
    const another = {};
    expect(look(30, another)).to.equal(false);
    socket.writableLength = 0;
    expect(look(100, another)).to.equal(false);
  });
});
