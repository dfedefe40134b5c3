export type Metadata = Record<string, unknown> | null;

export interface Block {
  id: string;
  order: number;
  type: string;
  content: string;
  metadata: Metadata;
}

export interface CreatedDocument {
  id: string;
  url: string;
  folder_id: string;
  title: string;
  content_type: string;
  block_count: number;
  metadata: Metadata;
  visibility: string;
  created_at: string;
}

export interface FullDocument extends Omit<CreatedDocument, 'block_count'> {
  blocks: Block[];
  updated_at: string;
}

export interface FoundDocumentBody extends CreatedDocument {
  current_version: number | null;
  updated_at: string;
}

export interface SearchPageBody {
  results: FoundDocumentBody[];
  count: number;
  query: string | null;
  tag: string | null;
  folder_id: string | null;
  next_cursor: string | null;
}

export interface WrittenVersion {
  id: string;
  url: string;
  version: number;
  version_count: number;
  title: string;
  block_count: number;
  created_at: string;
}

export interface VersionSummaryBody {
  version: number;
  title: string;
  block_count: number;
  created_at: string;
}

export interface VersionListBody {
  versions: VersionSummaryBody[];
  current_version: number;
}

export interface FullVersion {
  version: number;
  title: string;
  content_type: string;
  metadata: Metadata;
  blocks: Block[];
  created_at: string;
}

export interface FolderBody {
  id: string;
  name: string;
  parent_id: string | null;
  path: string;
  depth: number;
  created_at: string;
}

export interface FolderListBody {
  folders: FolderBody[];
}

export interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> };
}

export interface WindowBody {
  limit: number | null;
  remaining: number | null;
  resets_at: string | null;
}

export interface LimitsBody {
  plan: string;
  requests: { minute: WindowBody; day: WindowBody };
  stored_bytes: { day: WindowBody };
  documents: { month: WindowBody & { used: number | null } };
}

export interface Changed<T> {
  from: T;
  to: T;
}

export interface Span {
  op: 'equal' | 'insert' | 'delete';
  text: string;
}

type BlockContent = Omit<Block, 'id' | 'order'>;

export type BlockChange =
  | { change: 'kept'; from: number; to: number; count: number }
  | { change: 'moved'; from: number; to: number }
  | { change: 'added'; to: number; block: BlockContent }
  | { change: 'removed'; from: number; block: BlockContent }
  | {
      change: 'changed';
      from: number;
      to: number;
      type?: Changed<string>;
      metadata?: Changed<Metadata>;
      content?: { spans: Span[] } | Changed<string>;
    };

export interface VersionDiff {
  document_id: string;
  from: { version: number; created_at: string };
  to: { version: number; created_at: string };
  fields: {
    title?: Changed<string> & { spans: Span[] };
    content_type?: Changed<string>;
    metadata?: Changed<Metadata>;
    visibility?: Changed<string>;
    folder_id?: Changed<string>;
  };
  blocks: BlockChange[];
}
