import type { Address } from './addresses.js';

export type Revision = { readonly seqNo: number; readonly primaryTerm: number };

/** One document written or removed by a bulk request. `alias`: whether `index` names an alias, and must. */
export type Operation = { index: string; alias: boolean; address: Address } & (
  /** Only where there is no such document yet. */
  | { kind: 'create'; source: object }
  /** Replaces what is there; where given, only this revision of it. */
  | { kind: 'index'; source: object; revision?: Revision }
  /** Where given, only this revision of it. */
  | { kind: 'delete'; revision?: Revision }
);

export function linesOf(operation: Operation): string {
  const action = `{"${operation.kind}":${JSON.stringify(metadataOf(operation))}}\n`;
  return operation.kind === 'delete' ? action : `${action}${JSON.stringify(operation.source)}\n`;
}

/** With `require_alias` a missing alias is an error; auto-creation would put an index of its name there. */
function metadataOf(operation: Operation): object {
  const { index, alias, address: { id, routing } } = operation;
  return {
    _index: index,
    _id: id,
    routing,
    ...(alias && operation.kind !== 'delete' ? { require_alias: true } : {}),
    ...(operation.kind !== 'create' && operation.revision !== undefined
      ? { if_seq_no: operation.revision.seqNo, if_primary_term: operation.revision.primaryTerm }
      : {}),
  };
}
