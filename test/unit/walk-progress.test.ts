import { expect } from 'chai';
import { WalkProgress } from '../../src/maintenance/shared/walk-progress.js';
import { QuietProgress } from '../support/copying.js';
import { newDocumentId } from '../support/log-objects.js';

class Totals extends QuietProgress {
  readonly totals: number[] = [];

  override expect(total: number): void {
    super.expect(total);
    this.totals.push(total);
  }
}

describe('the total of a walk along identifiers', () => {
  const ids = Array.from({ length: 5_000 }, () => newDocumentId()).sort();
  let progress: Totals;
  beforeEach(() => {
    progress = new Totals();
    progress.start('Walking');
  });

  it('is estimated early and well, and known at the end', () => {
    const walk = new WalkProgress(progress, null);
    for (const id of ids) walk.advance(id, 2);
    walk.end();
    expect(progress.totals.length).to.be.greaterThan(4_750);
    for (const total of progress.totals.slice(1_000)) expect(total).to.be.within(8_500, 11_500);
    expect(progress.works.at(-1)).to.deep.include({ total: 10_000, done: 10_000 });
  });

  it('counts only the part behind the beginning of a resumed walk', () => {
    const walk = new WalkProgress(progress, ids[2_499] as string);
    for (const id of ids.slice(2_500)) walk.advance(id, 1);
    expect(progress.totals).to.have.length.above(1_000);
    for (const total of progress.totals.slice(1_000)) expect(total).to.be.within(2_100, 2_900);
  });

  it('is estimated ahead of the work without advancing it', () => {
    const walk = new WalkProgress(progress, null);
    for (const id of ids) walk.expect(id, 1);
    expect(progress.works.at(-1)).to.deep.include({ done: 0 });
    expect(progress.totals.at(-1)).to.be.within(4_900, 5_100);
  });

  it('is not estimated from what is no identifier', () => {
    const walk = new WalkProgress(progress, null);
    for (const name of ['-.json', '..x']) walk.expect(name, 1);
    expect(progress.totals).to.deep.equal([]);
    walk.end();
    expect(progress.totals).to.deep.equal([2]);
  });
});
