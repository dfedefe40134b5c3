import type { Address } from './addresses.js';

export type WriteRevision = { readonly seqNo: number; readonly primaryTerm: number };

/** One write of a bulk request. `alias`: `index` must name an alias. `revision`: the write applies to it alone. */
export type Operation = { index: string; alias: boolean; address: Address } & (
  | { kind: 'create'; source: object }
  | { kind: 'index'; source: object; revision?: WriteRevision; /** The document has none as high. */ rank?: number }
  | { kind: 'delete'; revision?: WriteRevision }
);

export function linesOf(operation: Operation): string {
  const action = `{"${operation.kind}":${JSON.stringify(metadataOf(operation))}}\n`;
  return operation.kind === 'delete' ? action : `${action}${JSON.stringify(operation.source)}\n`;
}

/** Without `require_alias`, OpenSearch would create an index with the name of a missing alias. */
function metadataOf(operation: Operation): object {
  const {
    index,
    alias,
    address: { id, routing },
  } = operation;
  return {
    _index: index,
    _id: id,
    routing,
    ...(alias && operation.kind !== 'delete' ? { require_alias: true } : {}),
    ...(operation.kind !== 'create' && operation.revision !== undefined
      ? { if_seq_no: operation.revision.seqNo, if_primary_term: operation.revision.primaryTerm }
      : {}),
    ...(operation.kind === 'index' && operation.rank !== undefined
      ? { version: operation.rank, version_type: 'external' }
      : {}),
  };
}
