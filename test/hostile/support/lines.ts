import { DEAR_DOCUMENTS, METADATA, TITLE_BESIDE_TAGS } from './dear-content.js';
import type { DearStore } from './dear-store.js';
import type { Level } from './levels.js';

/** As many as are under way at once. */
const LINES = 16;
/** What a line has beside the document, whose members are those of the single request. */
export const LINE_MEMBERS = ['op', 'id', 'key', 'document', 'changes', 'idempotency_key', 'if_match', 'if_none_match'];

const DOCUMENTS: Readonly<Record<string, () => object>> = {
  tagged: () => ({ title: TITLE_BESIDE_TAGS, blocks: [], metadata: METADATA.tags() }),
  'with 256 KiB of metadata': () => ({ title: 'x', blocks: [], metadata: METADATA.heavy() }),
  'of 10,000 blocks': () => ({ title: 'x', blocks: DEAR_DOCUMENTS['lists in lists, 10,000 blocks']?.().blocks }),
};

type Line = (store: DearStore, document: object) => object | Promise<object>;

/** By `op`. */
const BY_OP: Readonly<Record<string, Line>> = {
  put: (store, document) => ({ key: store.newKey(), document: { ...document, folder_path: store.newFolderPath() } }),
  create: (_store, document) => ({ document }),
  push: (store, document) => ({ id: store.tagged, document }),
  patch: (store, { title, metadata }: { title?: string; metadata?: object }) => ({
    id: store.tagged,
    changes: { title: `${title}!`.slice(1), metadata },
  }),
  delete: async (store) => ({ id: await store.createTagged() }),
};

/** Each op with each dear document. Raises where the op is not known here. */
export function lineLevels(op: string): Level[] {
  const make = BY_OP[op];
  if (!make) throw new Error(`the dearest lines of the op ${op} are not in test/hostile/support/lines.ts`);
  return Object.entries(DOCUMENTS).map(([name, document]) => ({
    name: `${LINES} × ${op} ${name}`,
    value: async ({ store }) => {
      const lines: string[] = [];
      for (let n = 0; n < LINES; n++) lines.push(JSON.stringify({ op, ...(await make(store, document())) }));
      return lines.join('\n');
    },
  }));
}
