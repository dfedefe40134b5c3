import { expect } from 'chai';
import { DOCUMENTS_PREFIX, FOLDERS_PREFIX, OWNERS_PREFIX } from '../../src/log/object-keys.js';
import type { ListOptions, ObjectStore } from '../../src/ports/object-store.js';
import { scanDocuments, scanFolders } from '../../src/maintenance/shared/scan-log.js';
import { Anomalies } from '../../src/maintenance/shared/anomalies.js';
import { keysOfKind } from '../../src/maintenance/shared/sync-merge.js';
import { collect } from '../support/rebuild-helpers.js';

describe('lists of the log', () => {
  let asked: Record<string, boolean>;
  const store = {
    list(prefix: string, { isSpread = false }: ListOptions = {}) {
      asked[prefix] = isSpread;
      return (async function* () {
        yield* [];
      })();
    },
  } as unknown as ObjectStore;

  beforeEach(() => {
    asked = {};
  });

  it('of a scan are spread, as identifiers are random', async () => {
    await collect(scanDocuments({ store, anomalies: new Anomalies() }));
    await collect(scanFolders({ store, anomalies: new Anomalies() }));
    expect(asked).to.deep.equal({ [DOCUMENTS_PREFIX]: true, [FOLDERS_PREFIX]: true });
  });

  it('of a copy are spread where names are identifiers', async () => {
    for (const kind of ['documents', 'folders', 'owners'] as const) await collect(keysOfKind(store, kind));
    expect(asked).to.deep.equal({ [DOCUMENTS_PREFIX]: true, [FOLDERS_PREFIX]: true, [OWNERS_PREFIX]: false });
  });
});
