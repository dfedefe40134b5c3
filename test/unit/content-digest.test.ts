import { expect } from 'chai';
import { contentDigest } from '../../src/domain/content/content-digest.js';
import type { Content } from '../../src/domain/document.js';

function digestOf(metadata: string, ...more: string[]): string {
  const blocks = more.map((each) => ({ type: 'paragraph', content: 'x', metadata: JSON.parse(each) }));
  return contentDigest({ title: 't', contentType: 'text', metadata: JSON.parse(metadata), blocks } as Content);
}

describe('contentDigest', () => {
  it('is the same for every order of members, at every level', () => {
    const one = digestOf('{"a":1,"b":{"c":[{"d":1,"e":2}],"f":3}}', '{"x":1,"y":2}', '{"y":3,"x":4}');
    expect(digestOf('{"b":{"f":3,"c":[{"e":2,"d":1}]},"a":1}', '{"y":2,"x":1}', '{"x":4,"y":3}')).to.equal(one);
    expect(digestOf('{"10":1,"9":2,"__proto__":3}')).to.equal(digestOf('{"__proto__":3,"9":2,"10":1}'));
  });

  it('is the same where two names have one hash of 32 bits', () => {
    expect(digestOf('{"costarring":1,"liquid":2,"a":3}')).to.equal(digestOf('{"liquid":2,"a":3,"costarring":1}'));
    expect(digestOf('{"costarring":1,"liquid":2}')).not.to.equal(digestOf('{"costarring":2,"liquid":1}'));
  });

  it('differs for all that JSON distinguishes', () => {
    const values = [
      'null',
      '{}',
      '{"a":null}',
      '{"a":{}}',
      '{"a":[]}',
      '{"a":0}',
      '{"a":"0"}',
      '{"a":""}',
      '{"a":false}',
      '{"a":[0]}',
      '{"a":[[]]}',
      '{"a":[0,1]}',
      '{"a":[1,0]}',
      '{"a":[1]}',
      '{"b":[1]}',
      '{"a":{"b":1}}',
      '{"a":{"a":1}}',
      '{"a":1,"b":2}',
      '{"a":2,"b":1}',
      '{"a,b":1}',
      '{"a\\",\\"b":1}',
      '{"__proto__":1}',
      '{"a":[{"b":1},{"c":1}]}',
      '{"a":[{"c":1},{"b":1}]}',
      '{"a":[1,1]}',
      '{"a":["1",1]}',
    ];
    expect(new Set(values.map((each) => digestOf(each)))).to.have.property('size', values.length);
    const split = [
      digestOf('{}', '{"a":1}', '{"b":1}'),
      digestOf('{}', '{"b":1}', '{"a":1}'),
      digestOf('{"a":1}', '{"b":1}'),
    ];
    expect(new Set(split)).to.have.property('size', 3);
  });
});
