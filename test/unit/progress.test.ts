import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { bytesText, durationText } from '../../src/cli/process/format.js';
import { progressOn, type ProgressOptions } from '../../src/cli/process/progress.js';
import { until } from '../support/until.js';

/** A stream that keeps what was written, and a clock that the test turns. */
function screen(isTTY: boolean, options: ProgressOptions = {}, columns = 100) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns });
  let time = 0;
  const written = () => {
    const chunks: Buffer[] = [];
    for (let chunk: Buffer | null; (chunk = stream.read() as Buffer | null) !== null;) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const progress = progressOn(stream, { now: () => time, everyMs: 3_600_000, ...options });
  return {
    progress,
    written,
    pass: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
}

describe('progress on a terminal', () => {
  it('is a bar with count and time left, which leaves one line behind', () => {
    const { progress, written, pass } = screen(true);
    progress.start('Copying', 400);
    pass(10);
    progress.advance(100);
    progress.note('look');
    expect(written()).to.match(/Copying {2}\[█{8}░{22}\] {2}100\/400 {2}ETA \d/);
    pass(30);
    progress.advance(300);
    progress.stop();
    expect(written().endsWith('\x1b[0JCopying: 400 in 40 s\n')).to.equal(true);
  });

  it('has no bar while the total is not known', () => {
    const { progress, written, pass } = screen(true);
    progress.start('Looking');
    pass(2);
    progress.advance(5);
    progress.note('look');
    expect(written())
      .to.match(/Looking {2}5 {2}\d/)
      .and.not.include('[█');
    progress.expect(10);
    progress.note('look');
    expect(written()).to.match(/Looking {2}\[█{15}░{15}\] {2}5\/10/);
    progress.stop();
  });

  it('shows notes above the bar, each on a line of its own', () => {
    const { progress, written } = screen(true);
    progress.start('Copying', 2);
    for (const note of ['one is strange', 'another one']) {
      progress.note(note);
      const [above, below] = written().split(`\x1b[2K${note}\n`);
      expect(above).to.not.include(note);
      expect(below, 'the bar again').to.include('Copying  [');
    }
    progress.stop();
  });

  it('is cut at the edge of a narrow terminal', () => {
    const { progress, written } = screen(true, {}, 12);
    progress.start('Copying', 2);
    progress.note('a note is longer than that');
    expect(written())
      .to.include('a note is longer than that\n')
      .and.match(/Copying {2}\[░░[^░]+$/);
    progress.stop();
  });
});

describe('progress elsewhere', () => {
  it('is a line now and then, and one at the end', async () => {
    const { progress, written, pass } = screen(false, { everyMs: 5 });
    progress.start('Copying', 4_000);
    pass(10);
    progress.advance(1_000);
    let seen = '';
    await until(async () => (seen += written()).includes('Copying: 1000 of 4000, 100/s, 30 s left\n'));
    pass(2);
    progress.stop();
    progress.stop();
    expect(written()).to.match(/(^|\n)Copying: 1000 of 4000 in 12 s\n$/);
  });

  it('tells notes at once and without a work too', () => {
    const { progress, written } = screen(false);
    progress.note('look');
    expect(written()).to.equal('look\n');
    progress.stop();
    expect(written()).to.equal('');
  });

  it('ends one work where the next begins', () => {
    const { progress, written } = screen(false);
    progress.start('One', 1);
    progress.advance();
    progress.start('Two');
    expect(written()).to.equal('One: 1 in 0.0 s\n');
    progress.stop();
    expect(written(), 'of a work in which there was nothing to do').to.equal('');
  });

  it('reckons with the rate of the last while only', async () => {
    const { progress, written, pass } = screen(false, { everyMs: 5 });
    progress.start('Copying', 101_000);
    pass(1);
    progress.advance(100_000);
    for (let second = 0; second < 50; second++) {
      pass(1);
      progress.advance(10);
    }
    await until(async () => written().includes('100500 of 101000, 10/s, 50 s left\n'));
    progress.stop();
  });
});

describe('progress for programs', () => {
  it('is a JSON object a line, on a terminal too', () => {
    const { progress, written, pass } = screen(true, { json: true });
    progress.start('Copying', 40);
    pass(2);
    progress.advance(40);
    progress.note('look "here"');
    progress.stop();
    expect(
      written()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).to.deep.equal([
      { note: 'look "here"' },
      { progress: { label: 'Copying', done: 40, total: 40, per_second: 20, seconds_left: 0, seconds: 2 } },
    ]);
  });
});

describe('figures', () => {
  it('say times and sizes in the unit that fits', () => {
    expect([0.44, 9.99, 59.6, 250, 7_530].map(durationText)).to.deep.equal([
      '0.4 s',
      '10 s',
      '1 min 0 s',
      '4 min 10 s',
      '2 h 5 min',
    ]);
    expect([0, 999, 1_000, 7_512_345, 2e13].map(bytesText)).to.deep.equal([
      '0 bytes',
      '999 bytes',
      '1.0 KB',
      '7.5 MB',
      '20.0 TB',
    ]);
  });
});
