import type { DocumentIndex } from '../ports/document-index.js';
import type { CounterStore } from '../ports/counter-store.js';
import type { CreateDocumentPorts } from './create-document.js';
import type { AssetReads } from './assets/named-assets.js';
import type { CreateFolderPorts } from './folders/create-folder.js';
import type { DeleteDocumentPorts } from './delete-document.js';
import type { PublicReads } from './get-document.js';
import type { ListDocumentsPorts } from './list-documents.js';
import type { RestoreVersionPorts } from './restore-version.js';
import type { DeleteFolderPorts } from './folders/delete-folder.js';
import type { PutByKeyPorts } from './by-key/put-by-key.js';
import type { SearchPorts } from './search-documents.js';

/** What all operations need together. Each operation declares what it uses of it. `Page`: see `SearchPorts`. */
export type Context<Page = unknown> = { index: DocumentIndex } & CreateDocumentPorts &
  AssetReads &
  CreateFolderPorts &
  DeleteDocumentPorts &
  DeleteFolderPorts &
  PutByKeyPorts &
  ListDocumentsPorts &
  PublicReads &
  RestoreVersionPorts &
  SearchPorts<Page> & { counters: CounterStore };
