import { expect } from 'chai';
import { SummaryCache } from '../../src/consistency/summary-cache.js';
import type { VersionSummary } from '../../src/domain/version.js';

const TITLE = 500;

describe('SummaryCache', () => {
  let asked: string[];
  let absent: number[];
  let now: number;
  let summaries: SummaryCache;
  beforeEach(() => {
    asked = [];
    absent = [];
    now = 1;
    summaries = new SummaryCache(
      {
        readSummaries: async (id, versions) => {
          asked.push(`${id}: ${versions.join()}`);
          return versions.map((version) => (absent.includes(version) ? undefined : summaryOf(id, version)));
        },
      },
      { now: () => now },
    );
  });

  const titles = async (id: string, versions: number[]) =>
    (await summaries.read(id, versions)).map((summary) => summary?.title.trimEnd());

  it('asks for what was not read before, and answers in order', async () => {
    expect(await titles('one', [2, 3])).to.deep.equal(['one 2', 'one 3']);
    expect(await titles('one', [1, 2, 3, 4])).to.deep.equal(['one 1', 'one 2', 'one 3', 'one 4']);
    expect(await titles('one', [4, 1])).to.deep.equal(['one 4', 'one 1']);
    expect(asked).to.deep.equal(['one: 2,3', 'one: 1,4']);
  });

  it('keeps what it is given', async () => {
    summaries.keep('one', [summaryOf('one', 63), summaryOf('one', 64)]);
    summaries.keep('one', [summaryOf('one', 65), summaryOf('one', 64)]);
    expect(await titles('one', [63, 64, 65])).to.deep.equal(['one 63', 'one 64', 'one 65']);
    expect(asked).to.deep.equal([]);
  });

  it('keeps for an hour, however many come beside', async () => {
    summaries.keep('one', [summaryOf('one', 1)]);
    now += 50 * 60_000;
    summaries.keep('one', [summaryOf('one', 2)]);
    await summaries.read('one', [1]);
    expect(asked).to.deep.equal([]);
    now += 11 * 60_000;
    await summaries.read('one', [1]);
    expect(asked).to.deep.equal(['one: 1']);
  });

  it('keeps documents apart', async () => {
    await summaries.read('one', [1]);
    expect(await titles('two', [1])).to.deep.equal(['two 1']);
  });

  it('does not keep that there is none', async () => {
    absent = [2];
    expect(await titles('one', [1, 2, 3])).to.deep.equal(['one 1', undefined, 'one 3']);
    absent = [];
    expect(await titles('one', [1, 2, 3])).to.deep.equal(['one 1', 'one 2', 'one 3']);
    expect(asked).to.deep.equal(['one: 1,2,3', 'one: 2']);
  });

  it('is bounded', async () => {
    for (let first = 1; first <= 30_000; first += 1_000) await summaries.read('many', range(first, first + 999));
    await summaries.read('many', [30_000]);
    expect(asked).to.have.length(30);
    await summaries.read('many', [1]);
    expect(asked).to.have.length(31);
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function summaryOf(id: string, version: number): VersionSummary {
  return {
    version,
    title: `${id} ${version}`.padEnd(TITLE),
    blockCount: 1,
    source: null,
    author: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    idempotency: null,
  };
}
