import { expect } from 'chai';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { withLease } from '../../src/maintenance/shared/with-lease.js';
import type { IndexAdmin } from '../../src/ports/index-admin.js';
import { callingBefore } from '../support/intercept-calls.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('long work, whose log cannot be written', () => {
  let folder: string;
  let store: SqliteObjectStore;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = SqliteObjectStore.of(folder);
  });
  afterEach(() => store.close());

  it('says why it waits, and ends when it is stopped', async () => {
    const stop = new AbortController();
    const stopped = new Error('stopped');
    let tries = 0;
    const full = callingBefore(store, 'create', () => {
      if (++tries === 3) stop.abort(stopped);
      return Promise.reject(new UnavailableError('the disk is full'));
    });
    const notes: string[] = [];
    const note = (line: string) => notes.push(line);
    const nothing = () => undefined;
    const progress = { start: nothing, expect: nothing, advance: nothing, stop: nothing, note };
    const work = { maintenance: 'gc' as const, progress, stop: stop.signal };
    const ended = withLease({ store: full, admin: {} as IndexAdmin }, work, () => Promise.resolve());
    expect(await ended.catch((error: unknown) => error)).to.equal(stopped);
    expect({ tries, notes }).to.deep.equal({ tries: 3, notes: ['trying again: the disk is full'] });
  });
});
