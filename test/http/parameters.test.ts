import { expect } from 'chai';
import { expectInvalid, type Client } from './client.js';
import { create, listFolders, listVersions, restoreOf, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const LIMITS = ['limit=0', 'limit=x', 'limit=', 'limit=%201', 'limit=1&limit=2'];
const OFFSETS = ['offset=-1', 'offset=', 'offset=1e2', 'offset=1.0', 'offset=2147483648', 'offset=0&offset=0'];

describeHttp('parameters', (api) => {
  let alice: Client;
  let id: string;
  before(async () => {
    alice = await api.caller();
    ({ id } = await create(alice));
  });

  it('that are wrong are named by the error, on every list', async () => {
    const lists: [path: string, others: string[]][] = [
      [versionsOf(id), ['limit=1001']],
      ['/v1/folders', ['limit=1001', 'parent_id=a&parent_id=b']],
      ['/v1/documents/search', ['limit=51', 'q=a&q=b', 'tag=a&tag=a', 'folder_id=a&folder_id=b']],
    ];
    for (const [path, others] of lists) {
      for (const query of [...LIMITS, ...OFFSETS, ...others]) {
        const faults = expectInvalid(await alice.get(`${path}?${query}`));
        expect(faults, `${path}?${query}`).to.deep.equal([`/${query.split('=')[0]}`]);
      }
    }
  });

  it('that are no version number are named by the error', async () => {
    for (const number of ['0', '01', 'x', '%20', '1%00']) {
      expect(expectInvalid(await alice.get(`${versionsOf(id)}/${number}`))).to.deep.equal(['/version_number']);
      expect(expectInvalid(await alice.post(restoreOf(id, number)))).to.deep.equal(['/version_number']);
    }
  });

  it('may ask for a page far beyond the end, which is empty', async () => {
    const far = '?limit=1000&offset=2147483647';
    expect((await listVersions(alice, id, far)).versions).to.deep.equal([]);
    expect(await listFolders(alice, far)).to.deep.equal([]);
  });
});
