import { expect } from 'chai';
import { retry } from '../../src/platform/retry.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { resumedScan } from '../../src/maintenance/shared/resumed-scan.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const LETTERS = 'abcdefgh';

/** Batches of three; each scan but the last one fails at a place of its own. */
function failingAt(places: string[], begun: (string | undefined)[] = []) {
  return {
    placeOf: (letter: string) => letter,
    async *begin(after: string | undefined): AsyncGenerator<string[]> {
      begun.push(after);
      const failsAt = places.shift();
      const left = [...LETTERS].filter((letter) => after === undefined || letter > after);
      for (let i = 0; i < left.length; i += 3) {
        const batch = left.slice(i, i + 3);
        if (failsAt !== undefined && batch.includes(failsAt)) throw new UnavailableError('away');
        yield batch;
      }
    },
  };
}

async function scanned(scan: ReturnType<typeof failingAt>, forMs = 10_000, after?: string): Promise<string> {
  const persist = <T>(work: () => Promise<T>) => retry({ forMs }, work);
  let letters = '';
  for await (const letter of resumedScan(persist, { ...scan, after })) letters += letter;
  return letters;
}

describe('a scan that is resumed', () => {
  it('gives each item once, in order, whatever fails on the way', async () => {
    expect(await scanned(failingAt([]))).to.equal(LETTERS);
    expect(await scanned(failingAt(['a']))).to.equal(LETTERS);
    expect(await scanned(failingAt(['e', 'g', 'h']))).to.equal(LETTERS);
  });

  it('begins again behind what it has given, and not before where it was to begin', async () => {
    const begun: (string | undefined)[] = [];
    expect(await scanned(failingAt(['g'], begun), undefined, 'c')).to.equal('defgh');
    expect(begun).to.deep.equal(['c', 'f']);
  });

  it('fails when patience is at its end, and at once with what is no outage', async () => {
    await expectUnavailable(scanned(failingAt(['a']), 0), /away/);
    const broken = {
      ...failingAt([]),
      placeOf: () => {
        throw new TypeError('broken');
      },
    };
    expect(await scanned(broken).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });
});
