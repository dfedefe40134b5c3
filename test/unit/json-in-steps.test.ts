import { expect } from 'chai';
import { jsonInSteps } from '../../src/log/json-in-steps.js';

function run(value: object, levels: number): { text: string; steps: number } {
  const all = jsonInSteps(value, levels);
  for (let steps = 0; ; steps++) {
    const step = all.next();
    if (step.done) return { text: Buffer.from(step.value).toString(), steps };
  }
}

describe('JSON that is made in steps', () => {
  const member = {
    a: 1,
    '__proto__ "': null,
    none: undefined,
    b: ['\u{1f600}\ud800"\n', {}, [], [[1, { c: [true] }]]],
  };
  const values = [{}, [], member, [member, 'x', 0.1, false, null], { deep: { deeper: { deepest: [member] } } }];

  it('is what JSON.stringify makes, down to each level', () => {
    for (const value of values) {
      for (let levels = 0; levels < 6; levels++) expect(run(value, levels).text).to.equal(JSON.stringify(value));
    }
  });

  it('is what JSON.stringify makes of a long string, wherever its characters of two code units stand', () => {
    for (const begin of ['', 'a', '\ud800', `${'x'.repeat(256 * 1024 - 1)}\ud83d`]) {
      const text = `${begin}${'\u{1f600}'.repeat(300_000)}\ud800`;
      const made = run([text], 1);
      expect(made.text === JSON.stringify([text])).to.equal(true);
      expect(made.steps).to.be.at.least(2);
    }
  });

  it('pauses often where it is long', () => {
    const value = {
      blocks: Array.from({ length: 1_000 }, (_, at) => ({ content: `${at}${'\u{1f600}'.repeat(5_000)}` })),
    };
    const { text, steps } = run(value, 2);
    expect(text).to.equal(JSON.stringify(value));
    expect(steps).to.be.at.least(30);
  });
});
