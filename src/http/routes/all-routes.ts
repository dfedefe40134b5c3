import { deleteByKeyRoute, getByKeyRoute } from './document-by-key.js';
import { putByKeyRoute } from './put-document.js';
import type { Route, RouteServices } from '../route.js';
import { getAssetRoute, missingAssetsRoute, postAssetsRoute, putAssetRoute } from './assets.js';
import { bulkRoute } from './bulk.js';
import { createDocumentRoute } from './create-document.js';
import { createFolderRoute } from './create-folder.js';
import { deleteDocumentRoute } from './delete-document.js';
import { deleteFolderRoute, patchFolderRoute } from './folders/change-folder.js';
import { getFolderByPathRoute, getFolderRoute } from './folders/read-folder.js';
import { diffVersionsRoute } from './diff-versions.js';
import { getDocumentAssetRoute, getVersionAssetRoute } from './document-assets.js';
import { getDocumentRoute } from './get-document.js';
import { getLimitsRoute } from './get-limits.js';
import { getVersionRoute } from './get-version.js';
import { listDocumentsRoute } from './list-documents.js';
import { listFoldersRoute } from './list-folders.js';
import { listVersionsRoute } from './list-versions.js';
import { patchDocumentRoute } from './patch-document.js';
import { previewDocumentRoute } from './preview-document.js';
import { pushVersionRoute } from './push-version.js';
import { restoreVersionRoute } from './restore-version.js';
import { searchDocumentsRoute } from './search/search-documents.js';
import { viewByKeyRoute, viewDocumentRoute } from './view-document.js';

/** All operations. `search`, `by-key`, `by-path` and `missing` precede what would take them for identifiers. */
export function allRoutes(services: RouteServices): Route[] {
  const create = createDocumentRoute(services);
  const push = pushVersionRoute(services);
  const patch = patchDocumentRoute(services);
  const remove = deleteDocumentRoute(services);
  const put = putByKeyRoute(services);
  const deleteByKey = deleteByKeyRoute(services);
  return [
    searchDocumentsRoute(services),
    viewByKeyRoute(services),
    put,
    getByKeyRoute(services),
    deleteByKey,
    create,
    listDocumentsRoute(services),
    getDocumentRoute(services),
    viewDocumentRoute(services),
    previewDocumentRoute(services),
    patch,
    remove,
    createFolderRoute(services),
    listFoldersRoute(services),
    getFolderByPathRoute(services),
    getFolderRoute(services),
    patchFolderRoute(services),
    deleteFolderRoute(services),
    push,
    listVersionsRoute(services),
    getVersionRoute(services),
    diffVersionsRoute(services),
    restoreVersionRoute(services),
    bulkRoute(services, { create, push, patch, delete: remove, put, deleteByKey }),
    missingAssetsRoute(services),
    putAssetRoute(services),
    getAssetRoute(services),
    postAssetsRoute(services),
    getDocumentAssetRoute(services),
    getVersionAssetRoute(services),
    getLimitsRoute(services),
  ];
}
