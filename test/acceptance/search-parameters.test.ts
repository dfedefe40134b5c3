import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { searchFor, unknownId } from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { suite } from './suite.js';

suite('search: parameters', ['alice'], ({ alice }) => {
  for (const nothing of ['', 'q=', 'tag=', 'q=&tag=', 'limit=5', `folder_id=${unknownId()}`, 'Q=x', 'tags=x']) {
    it(`without q and tag are 422: ?${nothing.slice(0, 12)}`, async () => {
      expectError(await alice.get(`/v1/documents/search?${nothing}`), 422, 'QUERY_REQUIRED');
    });
  }

  const bad = [
    'limit=0',
    'limit=51',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=%201',
    'limit=1e1',
    'limit=0x10',
    'limit=99999999999999999999',
    'offset=-1',
    'offset=1.5',
    'offset=x',
    'offset=',
    'offset=1e2',
    'offset=1.0',
    'offset=2147483648',
    'offset=99999999999999999999',
    'offset=NaN',
  ];
  for (const parameter of bad) {
    it(`are 400: ${parameter}, also where q and tag are missing or the folder is unknown`, async () => {
      for (const other of ['q=a', '', `q=a&folder_id=${unknownId()}`]) {
        const answer = await alice.get(`/v1/documents/search?${other}&${parameter}`);
        expectInvalidAt(answer, `/${parameter.split('=')[0]}`);
      }
    });
  }

  for (const name of ['q', 'text', 'limit', 'offset', 'cursor', 'folder_id']) {
    it(`are 400 where ${name} is given twice`, async () => {
      expectInvalidAt(await alice.get(`/v1/documents/search?q=a&${name}=1&${name}=1`), `/${name}`);
    });
  }

  it('that are unknown are ignored, twice too', async () => {
    expectStatus(await alice.get('/v1/documents/search?q=a&order=x&order=y&q[]=b&__proto__=c'), 200);
  });

  for (const parameters of [{ limit: 1 }, { limit: 50 }, { offset: 0 }, { offset: 2_147_483_647 }]) {
    it(`are taken: ${JSON.stringify(parameters)}`, async () => {
      expectStatus(await alice.get(searchFor({ q: 'a', ...parameters })), 200);
    });
  }

  it('are read as percent-encoded UTF-8', async () => {
    const { body } = await alice.get<{ query: string; tag: string }>(
      '/v1/documents/search?q=a%20b%2Bc&tag=%C3%9F%26%3D',
    );
    expect(body).to.include({ query: 'a b+c', tag: 'ß&=' });
  });
});
