import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { CLIENT_TYPES_FILE, clientTypes } from '../../scripts/client-types/client-types.js';

describe('the types of the client', () => {
  it('are what `npm run client-types` makes', async () => {
    expect((await readFile(CLIENT_TYPES_FILE, 'utf8')) === (await clientTypes()), 'stale').to.equal(true);
  });
});
