import { expect } from 'chai';
import type { IndexMark } from '../../src/log/index-mark-records.js';
import { MarkWriter } from '../../src/consistency/mark-writer.js';
import { until } from '../support/until.js';

const EVERY_MS = 100;
/** Timers of Node may be a little early. */
const EARLY_MS = 5;

describe('MarkWriter', () => {
  let written: { mark: IndexMark; at: number }[];
  let failures: unknown[];
  let isAway: boolean;
  let writer: MarkWriter;

  beforeEach(() => {
    written = [];
    failures = [];
    isAway = false;
    writer = new MarkWriter({
      write: async (mark) => {
        if (isAway) throw new Error('away');
        written.push({ mark, at: performance.now() });
      },
      onFailure: (error) => {
        failures.push(error);
      },
      everyMs: EVERY_MS,
    });
  });
  afterEach(() => writer.close());

  const markOf = (version: number): IndexMark => ({ id: 'd', version, writeId: String(version) });

  it('writes the last mark always, and none too soon after another', async () => {
    let version = 0;
    await until(async () => {
      writer.note(markOf(++version));
      return written.length >= 4;
    });
    await until(async () => written.at(-1)?.mark.version === version);
    for (const [i, { at }] of written.slice(1).entries()) {
      expect(at - written[i]!.at).to.be.at.least(EVERY_MS - EARLY_MS);
    }
  });

  it('writes nothing when there is nothing new', async () => {
    writer.note(markOf(1));
    await until(async () => written.length === 1);
    await writer.close();
    expect(written).to.have.length(1);
  });

  it('writes what is not written yet when it is closed', async () => {
    writer.note(markOf(1));
    await until(async () => written.length === 1);
    writer.note(markOf(2));
    await writer.close();
    expect(written.map(({ mark }) => mark.version)).to.deep.equal([1, 2]);
  });

  it('tries again what could not be written, and tells of it once', async () => {
    isAway = true;
    writer.note(markOf(1));
    await until(async () => failures.length === 1);
    writer.note(markOf(2));
    isAway = false;
    await until(async () => written.length === 1);
    expect(written[0]?.mark.version).to.equal(2);
    expect(failures).to.have.length(1);
  });
});
