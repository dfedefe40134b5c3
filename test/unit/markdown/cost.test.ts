import { expect } from 'chai';
import { DEAREST_TEXTS } from './dear-texts.js';
import { costOfConversion, timesOrdinary } from './conversion-cost.js';

const LENGTH = 24_000;
/** The dearest takes 25 times as long. What grows with the square takes from 100 to 1,000 times as long. */
const MOST_TIMES = 60;

describe('markdown: the dearest texts', function () {
  this.timeout(60_000);

  for (const [name, textOf] of DEAREST_TEXTS) {
    it(`cost as ordinary ones: ${name}`, () => {
      const text = textOf(LENGTH);
      expect(timesOrdinary(() => costOfConversion(text), LENGTH, MOST_TIMES)).to.be.below(MOST_TIMES);
    });
  }
});
