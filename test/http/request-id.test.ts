import { expect } from 'chai';
import { header } from './client.js';
import { describeHttp } from './suite.js';

const PATHS = ['/v1/folders', '/v1/nothing', '/health/live', '/openapi.json', '/d/x', '/nothing'];

describeHttp('X-Request-Id', (api) => {
  it('is echoed by every answer', async () => {
    for (const path of PATHS) {
      for (const id of ['a', 'A-z_0.9', 'x'.repeat(128)]) {
        expect(header(await api.stranger.get(path, { 'X-Request-Id': id }), 'X-Request-Id')).to.equal(id);
      }
    }
  });

  it('is made where none or an unusable one was sent, another one each time', async () => {
    const seen = new Set<string>();
    for (const sent of [undefined, '', 'a b', 'x'.repeat(129), 'ä', '{}', 'a/b']) {
      const answer = await api.stranger.get('/v1/folders', sent === undefined ? {} : { 'X-Request-Id': sent });
      const id = header(answer, 'X-Request-Id');
      expect(id)
        .to.match(/^[A-Za-z0-9._-]{1,128}$/)
        .and.not.equal(sent);
      seen.add(id);
    }
    expect(seen.size).to.equal(7);
  });
});
