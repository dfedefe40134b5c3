import { expect } from 'chai';
import { sayPauses } from '../../src/cli/remote/connection.js';

describe('what a command says of its pauses', () => {
  it('is a line for each time that many requests wait for', () => {
    const lines: string[] = [];
    let time = 0;
    const hear = sayPauses(
      (line) => lines.push(line),
      () => time,
    );
    hear({ ms: 900, isAsked: true });
    hear({ ms: 29_100, isAsked: true });
    hear({ ms: 30_200, isAsked: true });
    time = 29_500;
    hear({ ms: 400, isAsked: false });
    hear({ ms: 4_000, isAsked: false });
    expect(lines).to.deep.equal(['next try in 30 s, as the service asks', 'no usable answer, next try in 4 s']);
  });
});
