import { expect } from 'chai';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { folder, livingHead, tombstoneHead, versionSummary } from '../support/factories.js';

export function entryCountFacts(index: () => DocumentIndex): void {
  describe('counts of entries', () => {
    it('hold the documents of all owners, deleted ones too, and their versions', async () => {
      await index().refresh();
      const before = await index().countEntries();
      const summaries = [versionSummary({ version: 1 }), versionSummary({ version: 2 })];
      await index().writeHead({ head: livingHead({ currentVersion: 2 }), expected: 'absent', summaries });
      await index().writeHead({ head: tombstoneHead(), expected: 'absent', summaries: [] });
      await index().createFolder(folder());
      await index().refresh();
      expect(await index().countEntries()).to.deep.equal({
        documents: before.documents + 2,
        versions: before.versions + 2,
      });
    });
  });
}
