import { expect } from 'chai';
import { isOlder, sqliteLibrary } from '../../src/adapters/sqlite/files/sqlite-library.js';

describe('the SQLite of Node', () => {
  it('is too old before the release that mended the loss of a commit', () => {
    expect(['3.46.1', '3.51.2', '2.99.9', '3.51'].filter(isOlder)).to.have.length(4);
    expect(['3.51.3', '3.53.4', '3.52.0', '4.0.0'].filter(isOlder)).to.deep.equal([]);
  });

  it('is recent enough here, and is loaded once', () => {
    expect(sqliteLibrary()).to.equal(sqliteLibrary());
  });
});
