import { weightedChunksOf } from '../../../platform/chunks.js';
import type { ImmutableEntry, Entry } from '../../../ports/index-admin.js';
import { type Address, folderAddress, headAddress, keyAddress, summaryAddress } from '../model/addresses.js';
import type { Operation, BulkWriter } from '../documents/bulk-writer.js';
import { headWords, type HeadWords } from '../documents/words-index.js';
import { unavailable } from '../transport/cluster-failure.js';
import {
  entryOfKeySource,
  folderOfSource,
  headOfSource,
  sourceOfFolder,
  sourceOfHead,
  sourceOfKey,
  sourceOfSummary,
  summaryOfSource,
  type FolderSource,
  type GenerationSource,
  type HeadSource,
  type KeySource,
  type SummarySource,
  type TombstoneSource,
} from '../model/sources.js';

/** Limits of what is written under one deadline. Weight is in bytes. */
export const GROUP = { maxItems: 500, maxWeight: 3 * 1024 * 1024 };

export async function overwrite(writer: BulkWriter, index: string, entries: readonly ImmutableEntry[]): Promise<void> {
  const operations = entries.map((entry): Operation => ({
    kind: 'index',
    index,
    alias: false,
    ...addressedSourceOf(entry),
  }));
  await writeAll(writer, 'write of what never changes', operations);
}

export async function removeDocuments(writer: BulkWriter, index: string, addresses: readonly Address[]): Promise<void> {
  const operations = addresses.map((address): Operation => ({ kind: 'delete', index, alias: false, address }));
  await writeAll(writer, 'removal', operations);
}

async function writeAll(writer: BulkWriter, what: string, operations: readonly Operation[]): Promise<void> {
  for (const group of weightedChunksOf(operations, { ...GROUP, weightOf })) {
    const failure = (await writer.write(group)).find((result) => result !== undefined);
    if (failure !== undefined) throw unavailable(what, failure);
  }
}

function weightOf(operation: Operation): number {
  return operation.kind === 'delete' ? 100 : bytesOf(operation.source);
}

export type AnySource = HeadSource | TombstoneSource | SummarySource | FolderSource | KeySource | GenerationSource;

/** Undefined for the generation document, which belongs to its own index alone. */
export function entryOf(documentId: string, source: AnySource): Entry | undefined {
  if (source.kind === 'generation') return undefined;
  if (source.kind === 'key')
    return { kind: 'key', entry: entryOfKeySource(documentId.split(':')[1] as string, source) };
  if (source.kind === 'folder') return { kind: 'folder', folder: folderOfSource(source) };
  if (source.kind === 'summary') {
    return { kind: 'summary', id: documentId.split(':')[0] as string, summary: summaryOfSource(source) };
  }
  return { kind: 'head', head: headOfSource(source) };
}

/** `entry` as it is written. `words`: of a head, written before it. */
export type WrittenEntry = { entry: Entry; address: Address; source: object; words?: HeadWords | undefined };

/**
 * In groups of bounded size. The words of a group are made when its turn comes: those of all entries would take
 * hundreds of megabytes. `worded`: the index of words, which gets those of the slots of heads, or else of their titles.
 */
export async function* writtenGroups(
  entries: readonly Entry[],
  worded: string | undefined,
): AsyncGenerator<WrittenEntry[]> {
  let [group, weight]: [WrittenEntry[], number] = [[], 0];
  for (const entry of entries) {
    const written = await writtenEntry(entry, worded);
    const added = bytesOf(written.source) + (written.words ? bytesOf(written.words.source) : 0);
    if (group.length > 0 && (group.length === GROUP.maxItems || weight + added > GROUP.maxWeight)) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(written);
    weight += added;
  }
  if (group.length > 0) yield group;
}

function bytesOf(source: object): number {
  return Buffer.byteLength(JSON.stringify(source));
}

async function writtenEntry(entry: Entry, worded: string | undefined): Promise<WrittenEntry> {
  if (entry.kind !== 'head') return { entry, ...addressedSourceOf(entry) };
  const { head, slot } = entry;
  const written = { entry, address: headAddress(head.id), source: sourceOfHead(head, worded) };
  if (worded === undefined) return written;
  // Without any words of a version that cannot be read, no search with words could trust the index.
  const version = slot?.deleted === false ? slot : head.deleted ? undefined : { ...head, blocks: [] };
  return { ...written, words: await headWords(head, version) };
}

function addressedSourceOf(entry: Exclude<Entry, { kind: 'head' }>): { address: Address; source: object } {
  if (entry.kind === 'key') return { address: keyAddress(entry.entry.name), source: sourceOfKey(entry.entry) };
  if (entry.kind === 'folder') {
    return { address: folderAddress(entry.folder.id), source: sourceOfFolder(entry.folder) };
  }
  return { address: summaryAddress(entry.id, entry.summary.version), source: sourceOfSummary(entry.summary) };
}
