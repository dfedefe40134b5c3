import type { VersionSource } from '../coordination/version-cache.js';
import type { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';

/**
 * Versions of documents that were not deleted while they were read. A delete frees the slots of its document, and a
 * write that comes late may claim one for a moment: so the head is looked at once more after the log (rule
 * livingAfterRead).
 */
export function livingVersions(log: VersionLog, index: Pick<DocumentIndex, 'readHead'>): VersionSource {
  return {
    readVersion: async (documentId, version, onSize) => {
      const found = await log.readVersion(documentId, version, onSize);
      const at = found && await index.readHead(documentId);
      return at?.head.deleted === false ? found : undefined;
    },
  };
}
