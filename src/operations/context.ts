import type { CounterStore } from '../ports/counter-store.js';
import type { CreateDocumentPorts } from './create-document.js';
import type { AssetReads } from './assets/named-assets.js';
import type { CreateFolderPorts } from './folders/create-folder.js';
import type { DeleteDocumentPorts } from './delete-document.js';
import type { PublicReads } from './get-document.js';
import type { ListDocumentsPorts } from './list-documents.js';
import type { ListFoldersPorts } from './folders/list-folders.js';
import type { RestoreVersionPorts } from './restore-version.js';
import type { FolderAtPathPorts } from './folders/folder-at-path.js';
import type { PutByKeyPorts } from './by-key/put-by-key.js';
import type { SearchPorts } from './search-documents.js';

/** What all operations need together. Each operation declares what it uses of it. `Page`: see `SearchPorts`. */
export type Context<Page = unknown> = CreateDocumentPorts &
  AssetReads &
  CreateFolderPorts &
  DeleteDocumentPorts &
  FolderAtPathPorts &
  PutByKeyPorts &
  ListDocumentsPorts &
  ListFoldersPorts &
  PublicReads &
  RestoreVersionPorts &
  SearchPorts<Page> & { counters: CounterStore };
