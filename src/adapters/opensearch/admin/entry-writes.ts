import type { ImmutableEntry } from '../../../ports/index-admin.js';
import type { Address } from '../transport/addresses.js';
import type { Operation } from '../transport/bulk-lines.js';
import { unavailable } from '../transport/cluster-failure.js';
import type { BulkWriter } from '../documents/bulk-writer.js';
import { documentOf } from './entries.js';
import { inGroups } from '../transport/groups.js';

/** Limits of what is written under one deadline. Weight is in bytes. */
export const GROUP = { maxItems: 500, maxWeight: 3 * 1024 * 1024 };

export async function overwrite(writer: BulkWriter, index: string, entries: readonly ImmutableEntry[]): Promise<void> {
  const operations = entries.map((entry): Operation => ({ kind: 'index', index, alias: false, ...documentOf(entry) }));
  await writeAll(writer, 'write of what never changes', operations);
}

export async function removeDocuments(writer: BulkWriter, index: string, addresses: readonly Address[]): Promise<void> {
  const operations = addresses.map((address): Operation => ({ kind: 'delete', index, alias: false, address }));
  await writeAll(writer, 'removal', operations);
}

async function writeAll(writer: BulkWriter, what: string, operations: readonly Operation[]): Promise<void> {
  for (const group of inGroups(operations, { ...GROUP, weightOf })) {
    const failure = (await writer.write(group)).find((result) => result !== undefined);
    if (failure !== undefined) throw unavailable(what, failure);
  }
}

function weightOf(operation: Operation): number {
  return operation.kind === 'delete' ? 100 : Buffer.byteLength(JSON.stringify(operation.source));
}
