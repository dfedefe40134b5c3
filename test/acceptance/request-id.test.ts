import { expect } from 'chai';
import { header } from '../http/client.js';
import { content } from '../http/making.js';
import { makeClient } from './client.js';
import { suite } from './suite.js';

suite('errors-and-answers: X-Request-Id', ['alice'], ({ alice }) => {
  const paths = [
    '/v1/folders?limit=1',
    '/v1/nothing',
    '/v1/documents/search',
    '/health/live',
    '/health/ready',
    '/openapi.json',
    '/nothing',
    '/d/nothing',
  ];
  for (const path of paths) {
    it(`is made for ${path} and echoed there`, async () => {
      const made = [header(await alice.get(path), 'X-Request-Id'), header(await alice.get(path), 'X-Request-Id')];
      expect(made[0])
        .to.match(/^[A-Za-z0-9._-]{1,128}$/)
        .and.not.equal(made[1]);
      expect(header(await alice.get(path, { 'X-Request-Id': 'mine-1.2_3' }), 'X-Request-Id')).to.equal('mine-1.2_3');
    });
  }

  it('is echoed on what was made, refused and not allowed', async () => {
    const mine = { 'X-Request-Id': 'r' };
    const answers = [
      await alice.post('/v1/documents', content(), mine),
      await alice.post('/v1/documents', {}, mine),
      await makeClient().post('/v1/documents', {}, mine),
      await alice.send('PUT', '/v1/folders', { headers: mine }),
      await alice.post('/v1/documents', {}, { ...mine, 'Content-Type': 'text/plain' }),
    ];
    expect(answers.map((answer) => answer.status)).to.deep.equal([201, 400, 401, 405, 415]);
    for (const answer of answers) expect(header(answer, 'X-Request-Id')).to.equal('r');
  });

  it('may be 128 characters long', async () => {
    const id = 'x'.repeat(128);
    expect(header(await alice.get('/health/live', { 'X-Request-Id': id }), 'X-Request-Id')).to.equal(id);
  });

  for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'a,b', 'a"b', 'a:b', 'é']) {
    it(`is made anew instead of ${JSON.stringify(id.slice(0, 8))}, ${id.length} characters`, async () => {
      const answer = await alice.get('/v1/folders?limit=1', { 'X-Request-Id': id });
      expect(answer.status).to.equal(200);
      expect(header(answer, 'X-Request-Id'))
        .to.match(/^[A-Za-z0-9._-]{1,128}$/)
        .and.not.equal(id);
    });
  }

  it('is made anew instead of two of them', async () => {
    const { headers } = await makeClient().get('/health/live', { 'X-Request-Id': ['one', 'two'] });
    const made = headers['x-request-id'];
    expect(made)
      .to.be.a('string')
      .and.match(/^[A-Za-z0-9._-]{1,128}$/);
    expect(made).not.to.be.oneOf(['one', 'two']);
  });
});
