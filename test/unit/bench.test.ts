import { expect } from 'chai';
import { goalOf, wasSeen } from '../bench/goals.js';
import { findWorse, withMarks, type BaselineMark } from '../bench/report/baseline.js';
import { compare, type Row } from '../bench/report/row.js';
import { median, percentile, spreadOf } from '../bench/report/statistics.js';

function rowWith(fields: Partial<Row>): Row {
  const row = compare({ key: 'a/b/c', unit: '/s', reference: 'another', better: 'higher', own: [1], against: [1] });
  return { ...row, rounds: 3, ...fields };
}

describe('bench: statistics', () => {
  it('takes the middle of an odd number of values and the mean of the two in the middle of an even one', () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([9, 1, 5, 6])).to.equal(5.5);
    expect(() => median([])).to.throw(RangeError);
  });

  it('takes percentiles that occurred, by nearest rank', () => {
    const hundred = Float64Array.from({ length: 100 }, (_, i) => i + 1);
    expect([0.5, 0.95, 0.99, 1, 0].map((share) => percentile(hundred, share))).to.deep.equal([50, 95, 99, 100, 1]);
    expect(percentile(hundred, 0.501)).to.equal(51);
    expect(percentile(Float64Array.of(3), 0.99)).to.equal(3);
    expect(() => percentile(Float64Array.of(), 0.5)).to.throw(RangeError);
  });

  it('tells the quartiles of many rounds', () => {
    expect(spreadOf([8, 7, 6, 5, 4, 3, 2, 1])).to.deep.equal({ low: 2, high: 6 });
    expect(spreadOf([7, 6, 5, 4, 3, 2, 1])).to.deep.equal({ low: 1, high: 7 });
  });
});

describe('bench: rows', () => {
  it('divides round by round, so that a slow round of both is no slow ratio', () => {
    const { ratio, spread, figure, referenceFigure } = compare({
      key: 'a/b/c',
      unit: '/s',
      reference: 'another',
      better: 'higher',
      own: [50, 5, 52],
      against: [100, 10, 100],
    });
    expect(ratio).to.equal(0.5);
    expect(spread).to.deep.equal({ low: 0.5, high: 0.52 });
    expect([figure, referenceFigure]).to.deep.equal([50, 100]);
  });

  it('checks a ratio by the goal of its key, in either direction', () => {
    expect(goalOf('search/10000/throughput')).to.deep.equal({ atLeast: 0.36 });
    expect(goalOf('search/100000/throughput')).to.equal(undefined);
    expect(goalOf('search/77/p50 of one client')).to.deep.equal({ atMost: 2.2 });
    expect(goalOf('words/cluster 77, phrase/searches')).to.deep.equal({ atLeast: 0.5 });
    expect(goalOf('words/cluster 77, phrase/searches with a snippet')).to.equal(undefined);
    expect([0.41, 0.42].map((ratio) => wasSeen({ atLeast: 0.42 }, ratio))).to.deep.equal([false, true]);
    expect([1.5, 1.51].map((ratio) => wasSeen({ atMost: 1.5 }, ratio))).to.deep.equal([true, false]);
  });
});

describe('bench: check against a baseline', () => {
  const mark: BaselineMark = { ratio: 1, low: 0.9, high: 1.1, better: 'higher' };
  const steady = { low: 0.95, high: 1.05 };

  it('finds what is worse by more than half of both spreads, and nothing else', () => {
    const check = (ratio: number) =>
      findWorse([rowWith({ ratio, spread: { low: ratio, high: ratio } })], { 'a/b/c': mark });
    expect(check(0.91)).to.deep.equal([]);
    expect(check(2)).to.deep.equal([]);
    expect(check(0.89)).to.have.length(1);
    expect(check(0.89)[0]).to.include({ key: 'a/b/c', ratio: 0.89, baseline: 1 });
    expect(check(0.89)[0]?.allowed).to.be.closeTo(0.9, 1e-9);
  });

  it('finds what is higher where lower is better', () => {
    const marks = { 'a/b/c': { ...mark, better: 'lower' as const } };
    expect(findWorse([rowWith({ ratio: 1.2, spread: { low: 1.2, high: 1.2 } })], marks)).to.have.length(1);
    expect(findWorse([rowWith({ ratio: 0.5, spread: steady })], marks)).to.deep.equal([]);
  });

  it('finds a ratio that is no number, and leaves out what has no baseline', () => {
    expect(findWorse([rowWith({ ratio: NaN })], { 'a/b/c': mark })).to.have.length(1);
    expect(findWorse([rowWith({ ratio: NaN })], {})).to.deep.equal([]);
  });

  it('never takes more than a half for noise, nor less than a twentieth', () => {
    const wild = { ...mark, low: 0.1, high: 9 };
    expect(findWorse([rowWith({ ratio: 0.49, spread: steady })], { 'a/b/c': wild })).to.have.length(1);
    const still = { ...mark, low: 1, high: 1 };
    const check = (ratio: number) =>
      findWorse([rowWith({ ratio, spread: { low: ratio, high: ratio } })], { 'a/b/c': still });
    expect([check(0.96).length, check(0.94).length]).to.deep.equal([0, 1]);
  });

  it('allows for more where a ratio was measured but once', () => {
    const still = { ...mark, low: 1, high: 1 };
    const check = (ratio: number) =>
      findWorse([rowWith({ ratio, rounds: 1, spread: { low: ratio, high: ratio } })], { 'a/b/c': still });
    expect([check(0.8).length, check(0.7).length]).to.deep.equal([0, 1]);
  });

  it('keeps what another run or another pace has said', () => {
    const before = { quick: { 'x/y/z': mark }, full: { 'a/b/c': mark } };
    const ofTheDriver = rowWith({ key: 'driver/share', better: 'neither' });
    const { quick, full } = withMarks(before, 'quick', [[rowWith({ ratio: 0.123456, spread: steady }), ofTheDriver]]);
    expect(Object.keys(quick ?? {})).to.deep.equal(['a/b/c', 'x/y/z']);
    expect(quick?.['a/b/c']).to.deep.equal({ ratio: 0.1235, ...steady, better: 'higher' });
    expect(full).to.deep.equal(before.full);
  });

  it('takes the median of several runs, and all that they spread over', () => {
    const run = (ratio: number) => [rowWith({ ratio, spread: { low: ratio - 0.1, high: ratio + 0.2 } })];
    expect(withMarks({}, 'full', [run(3), run(1), run(2)])['full']?.['a/b/c']).to.deep.equal({
      ratio: 2,
      low: 0.9,
      high: 3.2,
      better: 'higher',
    });
  });
});
