import { expect } from 'chai';
import { QuireError } from '../../src/domain/errors.js';
import { parseScanned, scanBody } from '../../src/http/body/parse-json.js';

function parse(body: string | Uint8Array): unknown {
  const bytes = Buffer.from(body as string);
  return parseScanned(bytes, scanBody(bytes));
}

/** Where and what the fault is that a body must have. */
function faultOf(body: string | Uint8Array): string {
  try {
    parse(body);
  } catch (error) {
    if (!(error instanceof QuireError)) throw error;
    const { errors } = error.details as { errors: { path: string; message: string }[] };
    expect(errors).to.have.length(1);
    return `${errors[0]?.path} ${errors[0]?.message}`;
  }
  return 'none';
}

const NO_JSON = ' is not valid JSON';
const TOO_DEEP = ' must not be nested deeper than 64 levels';

describe('parseScanned', () => {
  it('gives what JSON.parse gives', () => {
    const text = '{"a":[1,-2.5e-3,"é\\n\\u00e9\\ud83d\\ude00\\\\",null,true,false,{}],"__proto__":{"b":1},"":[]}';
    expect(JSON.stringify(parse(text))).to.equal(JSON.stringify(JSON.parse(text)));
    for (const scalar of ['1', '"x"', 'null', ' true ']) expect(parse(scalar)).to.equal(JSON.parse(scalar));
  });

  it('refuses what is no JSON', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '[1,]',
      "{'a':1}",
      'NaN',
      '1 2',
      '"a\nb"',
      '01',
      '"\\x"',
      '"\\u12"',
      '"open',
      '\\',
    ]) {
      expect(faultOf(text), text).to.equal(NO_JSON);
    }
  });

  it('finds depth before it finds that the rest is no JSON, and without recursion', () => {
    expect(faultOf(`${'['.repeat(65)}nonsense`)).to.equal(TOO_DEEP);
    expect(faultOf('{"a":'.repeat(2_000_000))).to.equal(TOO_DEEP);
  });

  it('counts no brackets inside of strings, whatever is escaped there', () => {
    const many = '[{'.repeat(100);
    for (const text of [`"${many}"`, `["\\"${many}"]`, `{"${many}":"\\\\"}`, `["\\\\\\"${many}","\\\\"]`]) {
      expect(parse(text)).to.deep.equal(JSON.parse(text));
    }
    expect(faultOf(`["\\\\",${'['.repeat(64)}`)).to.equal(TOO_DEEP);
    expect(faultOf(`["\\\\\\"]",${'['.repeat(64)}`)).to.equal(TOO_DEEP);
    expect(faultOf(`"${many}`)).to.equal(NO_JSON);
  });

  it('reads a string of nothing but escapes', () => {
    // Work that grew with the square of its length would take hours.
    const text = `"${'\\\\'.repeat(2_000_000)}"`;
    expect(parse(text)).to.have.length(2_000_000);
    expect(faultOf(`"${'\\"'.repeat(2_000_000)}"`)).to.equal('none');
  });

  it('refuses half a surrogate pair, in values and in keys', () => {
    const wrong: [string, string][] = [
      ['"\\ud800"', ''],
      ['["a","\\uDC00x"]', '/1'],
      ['{"a":{"b":"\\udbff\\ud800"}}', '/a/b'],
      ['{"a":["\\ude00\\ud83d"]}', '/a/0'],
    ];
    for (const [text, path] of wrong) expect(faultOf(text)).to.equal(`${path} must not hold half a surrogate pair`);
    expect(faultOf('{"a":{"\\ud800":1}}')).to.equal('/a must not have half a surrogate pair in a key');
    expect(faultOf('{"\\ud83d\\ude00":"\\ud83d\\ude00"}')).to.equal('none');
    expect(faultOf('"\\\\ud800"')).to.equal('none');
  });

  it('refuses numbers that no double holds, however they are written', () => {
    const large = [
      '1e400',
      '-1E+400',
      '1e0309',
      '1.8e308',
      '9'.repeat(310),
      `-${'9'.repeat(400)}.5`,
      `${'9'.repeat(250)}e99`,
      `1${'0'.repeat(300)}e9`,
      `0.1e99999`,
    ];
    for (const text of large) expect(faultOf(`{"n":[${text}]}`), text).to.equal('/n/0 is too large a number');
    for (const text of ['1e308', '-1.7e308', '1e-400', '0e999', '1'.repeat(300), `0.${'1'.repeat(400)}`, '"1e400"']) {
      expect(faultOf(text), text).to.equal('none');
    }
  });

  it('refuses what is no UTF-8', () => {
    const wrong = [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0xfe, 0xff, 0, 0x31],
    ];
    for (const bytes of wrong) {
      expect(faultOf(Uint8Array.from(bytes))).to.equal(' is not valid UTF-8');
    }
  });

  it('takes a byte order mark for nothing', () => {
    expect(parse('\ufeff{"a":"\ufeff"}')).to.deep.equal({ a: '\ufeff' });
  });
});
