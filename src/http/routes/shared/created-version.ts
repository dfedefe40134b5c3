import type { VersionSummary } from '../../../domain/version.js';
import { presentNewVersion } from '../../present/versions.js';
import type { UrlOf } from '../../present/documents.js';
import type { Reply } from '../../route.js';

/** The form of `location` below. */
export const VERSION_LOCATION = '/v1/documents/{document_id}/versions/{version}';

/** The answer to a push and to a restore. */
export function createdVersion(documentId: string, summary: VersionSummary, urlOf: UrlOf): Reply {
  return {
    status: 201,
    body: presentNewVersion(documentId, summary, urlOf),
    location: `/v1/documents/${documentId}/versions/${summary.version}`,
    etag: `"${summary.version}"`,
  };
}
