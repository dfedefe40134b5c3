import type { Entry } from '../../../ports/index-admin.js';
import { folderAddress, headAddress, summaryAddress, type Address } from '../transport/addresses.js';
import {
  folderOfSource,
  headOfSource,
  sourceOfFolder,
  sourceOfHead,
  sourceOfSummary,
  summaryOfSource,
  type FolderSource,
  type GenerationSource,
  type HeadSource,
  type SummarySource,
  type TombstoneSource,
} from '../transport/sources.js';

export type AnySource = HeadSource | TombstoneSource | SummarySource | FolderSource | GenerationSource;

/** Undefined for the generation document, which belongs to its own index alone. */
export function entryOf(documentId: string, source: AnySource): Entry | undefined {
  if (source.kind === 'generation') return undefined;
  if (source.kind === 'folder') return { kind: 'folder', folder: folderOfSource(source) };
  if (source.kind === 'summary') {
    return { kind: 'summary', id: documentId.split(':')[0] as string, summary: summaryOfSource(source) };
  }
  return { kind: 'head', head: headOfSource(source) };
}

export function documentOf(entry: Entry): { address: Address; source: object } {
  if (entry.kind === 'head') return { address: headAddress(entry.head.id), source: sourceOfHead(entry.head) };
  if (entry.kind === 'folder') {
    return { address: folderAddress(entry.folder.id), source: sourceOfFolder(entry.folder) };
  }
  return { address: summaryAddress(entry.id, entry.summary.version), source: sourceOfSummary(entry.summary) };
}
