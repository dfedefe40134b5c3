import type { VersionSource } from '../consistency/version-cache.js';
import type { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';

export function livingVersions(log: VersionLog, index: Pick<DocumentIndex, 'readHead'>): VersionSource {
  return {
    readVersion: async (documentId, version, onSize) => {
      const found = await log.readVersion(documentId, version, onSize);
      // A delete frees slots, and a late write may claim one for a moment: re-read the head (rule livingAfterRead).
      const at = found && (await index.readHead(documentId));
      return at?.head.deleted === false ? found : undefined;
    },
  };
}
