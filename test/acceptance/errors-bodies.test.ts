import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create } from '../http/making.js';
import { expectError, expectInvalid, expectInvalidAt } from './expecting.js';
import { bulk, statuses } from './bulk-lines.js';
import { suite } from './suite.js';

/** `levels` objects in one another, the innermost empty. */
function nested(levels: number): string {
  return `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
}

suite('errors: bodies', ['alice'], ({ alice }) => {
  const malformed: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['nothing', ''],
    ['half an object', '{"title":"x"'],
    ['a word', 'title'],
    ['a trailing comma', '{"title":"x",}'],
    ['single quotes', "{'title':'x'}"],
    ['two values', '{}{}'],
    ['a raw line feed in a string', '{"title":"a\nb"}'],
    ['NaN', '{"title":NaN}'],
    ['white space alone', ' \n'],
    ['a comment', '{} // x'],
    ['invalid UTF-8', new Uint8Array(Buffer.from('{"a":"\xff"}', 'latin1'))],
    ['UTF-16', new Uint8Array(Buffer.from('{"a":1}', 'utf16le'))],
    ['a control character', '\u001f'],
    ['half of a surrogate pair', '{"title":"x","blocks":[],"unknown":["\\uD83D"]}'],
  ];
  for (const [what, text] of malformed) {
    it(`of malformed JSON are 400: ${what}`, async () => {
      expectInvalid(await alice.postText('/v1/documents', text));
      expectInvalid(await alice.postText('/v1/folders', text));
    });
  }

  for (const text of ['[]', 'null', '"text"', '5', 'true', '[{"title":"x","blocks":[]}]']) {
    it(`that are no object are 400: ${text}`, async () => {
      expectInvalid(await alice.postText('/v1/documents', text));
      expectInvalid(await alice.postText('/v1/folders', text));
    });
  }

  it('that are absent are 400', async () => {
    expectInvalid(await alice.post('/v1/documents'));
    expectInvalid(await alice.post('/v1/folders'));
    expectInvalid(await alice.post(`/v1/documents/${(await create(alice)).id}/versions`));
  });

  const jsonTypes = [
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/merge-patch+json;charset=UTF-8',
    'application/problem+json',
  ];
  for (const type of jsonTypes) {
    it(`of type ${type} are read as JSON`, async () => {
      expectStatus(await alice.post('/v1/documents', content(), { 'Content-Type': type }), 201);
    });
  }

  it('without a type are read as JSON', async () => {
    const body = new TextEncoder().encode(JSON.stringify(content()));
    expectStatus(await alice.send('POST', '/v1/documents', { body }), 201);
  });

  it('of an unknown coding are 415, and of a known one that they have not 400', async () => {
    for (const coding of ['compress', 'constructor', '__proto__']) {
      const answer = await alice.postText('/v1/documents', '{}', { 'Content-Encoding': coding });
      expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    for (const coding of ['gzip', 'deflate', 'br']) {
      expectInvalidAt(await alice.postText('/v1/documents', '{"no": "coding"}', { 'Content-Encoding': coding }), '');
    }
  });

  it('of a GET are ignored', async () => {
    const json = 'application/json';
    const bodies: [string, string][] = [
      [json, '{"a'],
      [json, ''],
      ['text/plain', 'x'],
    ];
    for (const [type, body] of bodies) {
      const headers = { 'Content-Type': type };
      expect((await alice.send('GET', '/v1/folders?limit=1', { headers, body })).status).to.equal(200);
    }
  });

  const others = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'text/json',
    'text/json+x',
    'application/octet-stream',
    'text/html',
  ];
  for (const type of others) {
    it(`of type ${type} are 415`, async () => {
      const { id } = await create(alice);
      for (const path of ['/v1/documents', '/v1/folders', `/v1/documents/${id}/versions`]) {
        expectError(
          await alice.post(path, content({ name: 'x' }), { 'Content-Type': type }),
          415,
          'UNSUPPORTED_MEDIA_TYPE',
        );
      }
    });
  }
});

suite('errors: depth of JSON', ['alice'], ({ alice }) => {
  const places: [string, (levels: number) => string][] = [
    ['metadata', (levels) => `{"title":"x","blocks":[],"metadata":${nested(levels - 1)}}`],
    ['an unknown field', (levels) => `{"title":"x","blocks":[],"unknown":${nested(levels - 1)}}`],
    [
      'the metadata of a block',
      (levels) => `{"title":"x","blocks":[{"type":"quote","content":"","metadata":${nested(levels - 3)}}]}`,
    ],
    [
      'a list of lists',
      (levels) => `{"title":"x","blocks":[],"unknown":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
    ],
  ];
  for (const [where, body] of places) {
    it(`may be 64 in ${where}, the root counted`, async () => {
      expectStatus(await alice.postText('/v1/documents', body(64)), 201);
    });

    it(`is the same for a line of a bulk request, in ${where}`, async () => {
      const answers = await bulk(
        alice,
        [64, 65].map((levels) => `{"op":"create","document":${body(levels)}}`),
      );
      expect(statuses(answers)).to.deep.equal([201, 400]);
    });

    it(`may not be 65 in ${where}`, async () => {
      expectInvalid(await alice.postText('/v1/documents', body(65)));
    });
  }

  it('is not that of brackets in strings', async () => {
    const blocks = [{ type: 'code', content: `${'['.repeat(1_000)}\\"{{{"` }];
    expectStatus(await alice.post('/v1/documents', content({ blocks })), 201);
  });

  it('may be four million without harm', async () => {
    const deep = '['.repeat(4_000_000) + ']'.repeat(4_000_000);
    expectInvalid(await alice.postText('/v1/documents', deep));
    expectInvalid(await alice.postText('/v1/documents', `{"unknown":${deep}}`));
    expectStatus(await alice.get('/v1/folders?limit=1'), 200);
  });

  it('may be half a million objects without harm, closed or not', async () => {
    expectInvalid(await alice.postText('/v1/documents', nested(500_000)));
    expectInvalid(await alice.postText('/v1/folders', '{"a":'.repeat(500_000)));
    expect((await alice.get('/v1/folders?limit=1')).status).to.equal(200);
  });
});
