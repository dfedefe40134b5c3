import { expect } from 'chai';
import { QuireError } from '../../src/domain/errors.js';
import { parseIdempotencyKey, parseIfMatch } from '../../src/http/request-headers.js';

function expectFault(parse: () => unknown, path: string): void {
  try {
    expect(parse(), 'no fault').to.equal('a fault');
  } catch (error) {
    if (!(error instanceof QuireError)) throw error;
    expect(error.code).to.equal('VALIDATION_ERROR');
    expect((error.details as { errors: { path: string }[] }).errors.map((fault) => fault.path)).to.deep.equal([path]);
  }
}

describe('If-Match', () => {
  const GOOD: [string | undefined, unknown][] = [
    [undefined, undefined],
    ['*', 'any'],
    [' * ', 'any'],
    ['"1"', ['1']],
    ['W/"1"', ['1']],
    ['"1","2"', ['1', '2']],
    [' "1" , W/"2"\t', ['1', '2']],
    ['"1-gzip", W/"2-br", "3--gzip", "4.2-zstd"', ['1', '2', '3', '4.2']],
    ['"1-gzip-gzip", "1gzip", "1-lzma", "1---gzip"', ['1-gzip', '1gzip', '1-lzma', '1-']],
    ['""', ['']],
    ['"*"', ['*']],
    ['"a,b"', ['a,b']],
    ['"1",', ['1']],
    ['"\u00e9!~#"', ['\u00e9!~#']],
  ];
  for (const [header, parsed] of GOOD) {
    it(`understands ${String(header)}`, () => {
      expect(parseIfMatch(header)).to.deep.equal(parsed);
    });
  }

  for (const header of [
    '',
    ' ',
    ',',
    '1',
    '"1',
    '1"',
    'w/"1"',
    'W/1',
    'W/*',
    '*,"1"',
    '"1" "2"',
    '"1";"2"',
    '"a b"',
    '"a"b"',
    '"\u0100"',
    '**',
  ]) {
    it(`refuses ${JSON.stringify(header)}`, () => {
      expectFault(() => parseIfMatch(header), 'If-Match');
    });
  }

  it('is quick about a long list', () => {
    expect(parseIfMatch(Array.from({ length: 5_000 }, () => '"1"').join(', '))).to.have.length(5_000);
    expectFault(() => parseIfMatch('"1",'.repeat(5_000) + 'x'), 'If-Match');
    expectFault(() => parseIfMatch(' '.repeat(16_000) + 'x'), 'If-Match');
  });
});

describe('Idempotency-Key', () => {
  it('is 1 to 255 visible ASCII characters, or absent', () => {
    for (const key of [undefined, 'x', '!', '~', '"', 'x'.repeat(255)]) expect(parseIdempotencyKey(key)).to.equal(key);
  });

  for (const key of ['', ' ', 'a b', 'a\tb', 'é', '\u007f', 'x'.repeat(256), 'x\n']) {
    it(`is not ${JSON.stringify(key).slice(0, 20)}`, () => {
      expectFault(() => parseIdempotencyKey(key), 'Idempotency-Key');
    });
  }
});
