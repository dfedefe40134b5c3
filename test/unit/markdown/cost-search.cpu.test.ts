// Measures CPU time. With `--thorough` it tries every pair of atoms too.
import { expect } from 'chai';
import { isThorough } from '../../support/rounds.js';
import { costOfConversion, timesOrdinary } from './conversion-cost.js';
import { ATOMS, DEFINITIONS, ordinaryText, repeated } from './dear-texts.js';

const LENGTH = 24_000;
const MOST_TIMES = 60;
const PREFIXES = isThorough ? ['', DEFINITIONS] : [''];
const UNITS = isThorough ? 'atom and no pair of atoms' : 'atom';

function dearUnits(prefix: string): string[] {
  const units = ATOMS.flatMap((first) => ['', ...(isThorough ? ATOMS : [])].map((second) => first + second));
  const ordinary = Math.min(...[1, 2, 3, 4, 5].map(() => costOfConversion(ordinaryText(LENGTH))));
  return units.filter((unit) => {
    const text = prefix + repeated(unit, LENGTH);
    if (costOfConversion(text) < ordinary * MOST_TIMES) return false;
    return timesOrdinary(() => costOfConversion(text), LENGTH, MOST_TIMES) >= MOST_TIMES;
  });
}

describe('markdown: a search for dear texts', function () {
  this.timeout(900_000);

  for (const prefix of PREFIXES) {
    it(`finds no ${UNITS} whose repetition is dear after ${JSON.stringify(prefix)}`, () => {
      expect(dearUnits(prefix)).to.deep.equal([]);
    });
  }
});
