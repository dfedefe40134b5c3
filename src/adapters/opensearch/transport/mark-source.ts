import type { HeadMark } from '../../../ports/index-admin.js';
import type { HeadSource, TombstoneSource } from './sources.js';

export type MarkSource = Pick<HeadSource | TombstoneSource, 'kind' | 'id' | 'current_version'>;
export const MARK_FIELDS = ['kind', 'id', 'current_version'];

export const HEAD_KINDS = { terms: { kind: ['head', 'tombstone'] } };
export const FOLDER_KIND = { term: { kind: 'folder' } };
export const SUMMARY_KIND = { term: { kind: 'summary' } };

export function markOf({ id, kind, current_version: currentVersion }: MarkSource): HeadMark {
  return { id, currentVersion, deleted: kind === 'tombstone' };
}
