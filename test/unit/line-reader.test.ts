import { expect } from 'chai';
import { OverloadedError, QuireError } from '../../src/domain/errors.js';
import { LineReader, type ReadLine } from '../../src/http/bulk/line-reader.js';
import { BodyBudget } from '../../src/http/limits/body-budget.js';

const LIMIT = 100;
const TEXT = '{"a":1}\n\r\n  \n{"b":"ä"}\r\n\n\t{"c":3}';
const LINES = ['1 {"a":1}', '4 {"b":"ä"}', '6 {"c":3}'];

describe('LineReader', () => {
  let budget: BodyBudget;
  beforeEach(() => {
    budget = new BodyBudget({ totalBytes: 4 * LIMIT, bodyBytes: LIMIT, waitMs: 20 });
  });

  function readerOf(chunks: Iterable<Buffer | string>): LineReader {
    const iterator = chunks[Symbol.iterator]();
    const next = async () => {
      const { value, done } = iterator.next();
      return done ? undefined : Buffer.from(value);
    };
    return new LineReader({
      chunks: { next, check: () => undefined },
      admit: (bytes) => budget.admit('a', bytes),
      limit: LIMIT,
    });
  }

  /** Reads to the end, and gives each line back. */
  async function read(chunks: Iterable<Buffer | string>, isTaken = true): Promise<string[]> {
    const reader = readerOf(chunks);
    const found: string[] = [];
    for (let line = await reader.next(); line; line = await reader.next()) {
      found.push(shown(line));
      if ('admitted' in line) line.admitted.end();
      if (isTaken) reader.taken();
    }
    return found;
  }

  const shown = (line: ReadLine): string =>
    `${line.number} ${'fault' in line ? line.fault.code : line.bytes.toString().trimEnd()}`;

  it('gives lines without empty ones, which it counts, and the last one without its end', async () => {
    expect(await read([TEXT])).to.deep.equal(LINES);
    expect(await read([`${TEXT}\n`])).to.deep.equal(LINES);
    expect(await read([`${TEXT}\r\n\n `])).to.deep.equal(LINES);
    expect(await read([])).to.deep.equal([]);
    expect(await read(['\n\n'])).to.deep.equal([]);
  });

  it('gives the same lines wherever the text is cut in two, and byte by byte', async () => {
    const bytes = Buffer.from(TEXT);
    for (let at = 0; at <= bytes.length; at++) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).to.deep.equal(LINES);
    }
    expect(await read([...bytes].map((byte) => Buffer.of(byte)))).to.deep.equal(LINES);
  });

  it('knows the bytes of the whole lines at hand, without empty ones', async () => {
    const reader = readerOf(['a\nbb\n\n \r\nccc\nd', 'd\n\n']);
    expect(reader.linesAhead(9)).to.deep.equal([]);
    const ahead: number[][][] = [];
    while (await reader.next()) ahead.push([9, 1, 0].map((most) => reader.linesAhead(most)));
    expect(ahead).to.deep.equal([
      [[2, 3], [2], []],
      [[3], [3], []],
      [[], [], []],
      [[], [], []],
    ]);
  });

  it('takes a line of the limit, and passes over a longer one without keeping it', async () => {
    const text = `${'x'.repeat(LIMIT)}\n${'y'.repeat(LIMIT + 1)}\n${'z'.repeat(2 * LIMIT)}\nnext`;
    const expected = [`1 ${'x'.repeat(LIMIT)}`, '2 PAYLOAD_TOO_LARGE', '3 PAYLOAD_TOO_LARGE', '4 next'];
    expect(await read([text])).to.deep.equal(expected);
    expect(await read(text)).to.deep.equal(expected);
    await budget.admit('b', 4 * LIMIT);
  });

  it('ends at a line of more than eleven times the limit, with its number', async () => {
    const reader = readerOf(['a\n', ...Array.from({ length: 12 }, () => 'x'.repeat(LIMIT))]);
    await reader.next();
    reader.taken();
    await expectFailure(reader, 'PAYLOAD_TOO_LARGE');
    expect(reader.number).to.equal(2);
  });

  it('ends at too much that is empty or was not taken, and at no amount that was', async () => {
    const empty = Array.from({ length: 12 }, () => '\n'.repeat(LIMIT));
    await expectFailure(readerOf(empty), 'PAYLOAD_TOO_LARGE');
    const lines = Array.from({ length: 100 }, () => `${'x'.repeat(LIMIT / 2)}\n`);
    expect(await read(lines)).to.have.length(100);
    expect(await failureOf(() => read(lines, false))).to.equal('PAYLOAD_TOO_LARGE');
  });

  it('ends at a line in too many small pieces', async () => {
    const small = function* () {
      for (let count = 0; count < 30_000; count++) yield '\n';
    };
    budget = new BodyBudget({ totalBytes: 1e6, bodyBytes: 1e5 });
    const iterator = small();
    const reader = new LineReader({
      chunks: { next: async () => Buffer.from(iterator.next().value ?? ''), check: () => undefined },
      admit: (bytes) => budget.admit('a', bytes),
      limit: 1e5,
    });
    await expectFailure(reader, 'VALIDATION_ERROR');
  });

  it('answers a line for which there is no room, and goes on', async () => {
    const taken = await budget.admit('b', 4 * LIMIT);
    const reader = readerOf(['first\nsecond']);
    const first = (await reader.next()) as { number: number; fault: QuireError };
    expect([first.number, first.fault]).to.satisfy(
      ([number, fault]: unknown[]) => number === 1 && fault instanceof OverloadedError,
    );
    taken.end();
    expect(shown((await reader.next()) as ReadLine)).to.equal('2 second');
  });

  async function expectFailure(reader: LineReader, code: string): Promise<void> {
    expect(await failureOf(() => reader.next())).to.equal(code);
  }

  async function failureOf(work: () => Promise<unknown>): Promise<string> {
    try {
      await work();
      return 'none';
    } catch (error) {
      return (error as QuireError).code;
    }
  }
});
