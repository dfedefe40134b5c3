import { expect } from 'chai';
import { fold } from '../../src/domain/fold.js';
import { headOf, type LivingHead } from '../../src/domain/head.js';
import { Corpus } from '../bench/corpus/corpus.js';
import { CorpusFacts } from '../bench/corpus/facts.js';
import { distinctQueries, SHAPES } from '../bench/corpus/queries.js';
import { FORGOTTEN_AFTER_MS, QueryRing } from '../bench/corpus/query-ring.js';
import { Zipf } from '../bench/corpus/zipf.js';
import { ResponseParser } from '../bench/driver/response-parser.js';
import { goalOf, isMet } from '../bench/goals.js';
import { findWorse, withMarks, type BaselineMark } from '../bench/report/baseline.js';
import { compare, type Row } from '../bench/report/row.js';
import { median, mediansByRound, percentile, spreadOf } from '../bench/report/statistics.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const SEED = 7;
const HEADS = 3_000;

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

  it('takes the median over shapes of each round', () => {
    expect(
      mediansByRound([
        [1, 10],
        [2, 30],
        [9, 20],
      ]),
    ).to.deep.equal([2, 20]);
  });

  it('tells the lowest and the highest', () => {
    expect(spreadOf([3, 1, 2])).to.deep.equal({ low: 1, high: 3 });
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

  it('judges a ratio by the goal of its key, in either direction', () => {
    expect(goalOf('search/10000/throughput')).to.deep.equal({ atLeast: 0.36 });
    expect(goalOf('search/100000/throughput')).to.equal(undefined);
    expect(goalOf('search/77/p50 of one client')).to.deep.equal({ atMost: 2.2 });
    expect([0.41, 0.42].map((ratio) => isMet({ atLeast: 0.42 }, ratio))).to.deep.equal([false, true]);
    expect([1.5, 1.51].map((ratio) => isMet({ atMost: 1.5 }, ratio))).to.deep.equal([true, false]);
  });

  it('says nothing of CPU that could not be measured', () => {
    expect(
      compare({
        key: 'a/b/c',
        unit: '/s',
        reference: 'another',
        better: 'higher',
        own: [1],
        against: [1],
        ownCpu: [3],
        referenceCpu: [NaN],
      }),
    ).to.include({ ownCpu: 3, referenceCpu: null });
  });
});

describe('bench: check against a baseline', () => {
  const mark: BaselineMark = { ratio: 1, low: 0.9, high: 1.1, better: 'higher' };
  const steady = { low: 0.95, high: 1.05 };

  it('finds what is worse by more than half of both spreads, and nothing else', () => {
    const judge = (ratio: number) =>
      findWorse([rowWith({ ratio, spread: { low: ratio, high: ratio } })], { 'a/b/c': mark });
    expect(judge(0.91)).to.deep.equal([]);
    expect(judge(2)).to.deep.equal([]);
    expect(judge(0.89)).to.have.length(1);
    expect(judge(0.89)[0]).to.include({ key: 'a/b/c', ratio: 0.89, baseline: 1 });
    expect(judge(0.89)[0]?.allowed).to.be.closeTo(0.9, 1e-9);
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
    const judge = (ratio: number) =>
      findWorse([rowWith({ ratio, spread: { low: ratio, high: ratio } })], { 'a/b/c': still });
    expect([judge(0.96).length, judge(0.94).length]).to.deep.equal([0, 1]);
  });

  it('allows for more where a ratio was measured but once', () => {
    const still = { ...mark, low: 1, high: 1 };
    const judge = (ratio: number) =>
      findWorse([rowWith({ ratio, rounds: 1, spread: { low: ratio, high: ratio } })], { 'a/b/c': still });
    expect([judge(0.8).length, judge(0.7).length]).to.deep.equal([0, 1]);
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

describe('bench: corpus', () => {
  const heads = (seed: number) =>
    [...new Corpus(HEADS, seed).versions()].map((version) => headOf(version) as LivingHead);

  it('is the same for the same seed, and each time that it is gone through, and another for another', () => {
    const corpus = new Corpus(HEADS, SEED);
    const first = [...corpus.versions()].map(headOf);
    expect([...corpus.versions()].map(headOf)).to.deep.equal(first);
    expect(heads(SEED)).to.deep.equal(first);
    expect(heads(SEED + 1)[0]?.id).not.to.equal(heads(SEED)[0]?.id);
  });

  it('gives one owner a third, many others the rest, and each document an identifier of its own', () => {
    const owners = heads(SEED).map(({ owner }) => owner);
    const large = owners.filter((owner) => owner === 'owner-0000').length;
    expect(large / HEADS).to.be.within(0.3, 0.37);
    expect(new Set(owners).size).to.be.above(300);
    expect(new Set(heads(SEED).map(({ id }) => id)).size).to.equal(HEADS);
  });

  it('has documents of about 4 KB in twelve blocks, long titles, tags, and folders that there are', () => {
    const corpus = new Corpus(HEADS, SEED);
    const versions = [...corpus.versions()];
    const folders = new Set(corpus.folders.map(({ id }) => id));
    expect(Buffer.byteLength(JSON.stringify(versions[0]))).to.be.within(3_600, 4_600);
    expect(new Set(versions.map(({ blocks }) => blocks.length))).to.deep.equal(new Set([12]));
    const share = (is: (version: (typeof versions)[number]) => boolean) => versions.filter(is).length / HEADS;
    expect(share(({ title }) => [...title].length > 64)).to.be.within(0.05, 0.2);
    expect(share(({ title }) => [...title].length > 500)).to.equal(0);
    expect(share((version) => (headOf(version) as LivingHead).tags.length > 0)).to.be.within(0.5, 0.9);
    expect(share(({ document }) => folders.has(document.folderId))).to.be.within(0.7, 0.9);
  });

  it('has queries that find something, hardly any of them twice, and the long ones beyond the largest gram', () => {
    const facts = new CorpusFacts();
    const own = heads(SEED).filter(({ owner }) => owner === 'owner-0000');
    for (const head of own) facts.note(head);
    for (const shape of SHAPES) {
      const queries = distinctQueries(shape, facts, { most: 1_000, random: new SeededRandom(SEED) });
      expect(new Set(queries.map((query) => JSON.stringify(query))).size, shape).to.equal(queries.length);
      expect(queries.length, shape).to.be.above(500);
      for (const { q = '', tag, folderId, offset } of queries.slice(0, 50)) {
        const found = own.filter(
          ({ foldedTitle, tags, folderId: folder }) =>
            foldedTitle.startsWith(fold(q)) &&
            (tag === undefined || tags.includes(tag)) &&
            (folderId === undefined || folder === folderId),
        );
        expect(found.length, `${shape}: ${q} ${tag} ${folderId}`).to.be.above(offset);
      }
    }
    const long = distinctQueries('long prefix', facts, { most: 1_000, random: new SeededRandom(SEED) });
    expect(long.some(({ q = '' }) => [...q].length > 64)).to.equal(true);
  });
});

describe('bench: Zipf', () => {
  it('draws every rank about as often as its weight says', () => {
    const zipf = new Zipf(4, 1);
    const random = new SeededRandom(SEED);
    const counts = [0, 0, 0, 0];
    for (let n = 0; n < 25_000; n++) counts[zipf.draw(random)]!++;
    // 1 : 1/2 : 1/3 : 1/4, which is 12 : 6 : 4 : 3 of 25.
    [12, 6, 4, 3].forEach((parts, rank) => expect(counts[rank]! / 1_000).to.be.closeTo(parts, 0.6));
  });

  it('draws the only rank there is', () => {
    expect(new Zipf(1, 1).draw(new SeededRandom(SEED))).to.equal(0);
    expect(() => new Zipf(0, 1)).to.throw(RangeError);
  });
});

describe('bench: query ring', () => {
  it('lets no query come again before what was kept of it is forgotten', () => {
    let now = 0;
    const ring = new QueryRing(100, () => now);
    expect([ring.first, ring.most]).to.deep.equal([0, 100]);
    ring.used(70);
    expect([ring.first, ring.most]).to.deep.equal([70, 30]);
    now = FORGOTTEN_AFTER_MS - 1;
    ring.used(30);
    expect([ring.first, ring.most]).to.deep.equal([0, 0]);
    now = FORGOTTEN_AFTER_MS;
    expect(ring.most).to.equal(70);
  });
});

describe('bench: response parser', () => {
  const answers = [
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
  ];

  it('reads an answer however it is cut', () => {
    for (const text of answers) {
      for (let cut = 1; cut < text.length; cut++) {
        const parser = new ResponseParser();
        expect(parser.push(Buffer.from(text.slice(0, cut)))).to.equal(undefined);
        const answer = parser.push(Buffer.from(text.slice(cut)));
        expect(`${answer?.status} ${answer?.body}`).to.be.oneOf(['200 hello', '201 hello', '204 ']);
      }
    }
  });

  it('reads one after another, and takes nothing for an answer that is none', () => {
    const parser = new ResponseParser();
    expect(answers.map((text) => parser.push(Buffer.from(text))?.status)).to.deep.equal([200, 201, 204]);
    expect(() => new ResponseParser().push(Buffer.from(answers.join('')))).to.throw('more than one');
    expect(() => new ResponseParser().push(Buffer.from('SSH-2.0-x\r\n\r\n'))).to.throw('no answer of HTTP');
    expect(() => new ResponseParser().push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).to.throw('end cannot be told');
  });
});
