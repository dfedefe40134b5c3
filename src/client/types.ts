import type { components, operations } from './api-types.js';

type Schemas = components['schemas'];

export type Block = Schemas['Block'];
export type NewBlock = Schemas['NewBlock'];
export type CreateDocument = Schemas['CreateDocument'];
export type CreatedDocument = Schemas['CreatedDocument'];
export type PutDocument = Schemas['PutDocument'];
export type PutAnswer = Schemas['PutDocumentAnswer'];
export type Document = Schemas['Document'];
export type PatchDocument = Schemas['PatchDocument'];
export type PatchedDocument = Schemas['PatchedDocument'];
export type PreviewDocument = Schemas['PreviewDocument'];
export type PushVersion = Schemas['PushVersion'];
export type NewVersion = Schemas['NewVersion'];
export type Version = Schemas['Version'];
export type VersionList = Schemas['VersionList'];
export type VersionSummary = Schemas['VersionSummary'];
export type VersionDiff = Schemas['VersionDiff'];
export type CreateFolder = Schemas['CreateFolder'];
export type PatchFolder = Schemas['PatchFolder'];
export type Folder = Schemas['Folder'];
export type FolderList = Schemas['FolderList'];
export type SearchResult = Schemas['SearchResult'];
export type SearchResults = Schemas['SearchResults'];
export type DocumentList = Schemas['DocumentList'];
export type ListedDocument = Schemas['ListedDocument'];
export type UploadedAssets = Schemas['UploadedAssets'];
export type MissingAssets = Schemas['MissingAssets'];
export type Limits = Schemas['Limits'];

export type SearchQuery = Omit<QueryOf<'searchDocuments'>, 'tag'> & { tag?: string | readonly string[] };
export type CountQuery = Omit<SearchQuery, 'offset' | 'cursor' | 'limit' | 'snippets' | 'sort' | 'total' | 'facets'>;
export type ListQuery = QueryOf<'listDocuments'>;
export type FoldersQuery = QueryOf<'listFolders'>;
export type ViewQuery = QueryOf<'viewDocument'>;
export type VersionsQuery = QueryOf<'listVersions'>;

type QueryOf<O extends keyof operations> = NonNullable<operations[O]['parameters']['query']>;

export type ErrorBody = Schemas['AnyError'];
export type ErrorCode = ErrorBody['code'];
export type ErrorDetails<C extends ErrorCode> = Extract<ErrorBody, { code: C }>['details'];
