import type { Actor } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import { fold } from '../domain/fold.js';
import type { LivingHead } from '../domain/head.js';
import { TITLE_CODE_POINTS } from '../domain/limits.js';
import type { EpochReading } from '../ports/counters.js';
import type { OnSize } from '../ports/object-store.js';
import type { Context } from './context.js';
import { findKeptFolder } from './find-folder.js';

/** One code point folds to three at the most (`ﬃ`), so nothing longer than this is a prefix of a title. */
const LONGEST_PREFIX = 3 * TITLE_CODE_POINTS;

export type SearchDocuments = {
  /** Title prefix as sent. */
  title: string | undefined;
  tag: string | undefined;
  folderId: string | undefined;
  limit: number;
  offset: number;
  /** As read before anything else of this request. */
  reading: EpochReading | undefined;
  /** Told what the results take; what it raises is raised. */
  onSize?: OnSize;
};

/** A page as it is answered: JSON text and its entity tag. */
export type ResultPage = { text: string; entityTag: string };

/**
 * The caller's living documents that meet every condition given, as `present` shows them: with what is in `input`
 * alone. Raises `QUERY_REQUIRED`, `FOLDER_NOT_FOUND`.
 */
export async function searchDocuments(
  context: Context, actor: Actor, input: SearchDocuments,
  present: (found: LivingHead[]) => ResultPage | Promise<ResultPage>,
): Promise<ResultPage> {
  const { title, tag, folderId, limit, offset, reading } = input;
  if (title === undefined && tag === undefined) throw new QuireError('QUERY_REQUIRED');
  const name = JSON.stringify([actor.owner, title, tag, folderId, limit, offset]);
  return context.pages.get(name, reading, async () => present(await findDocuments(context, actor, input)));
}

async function findDocuments(context: Context, actor: Actor, input: SearchDocuments): Promise<LivingHead[]> {
  const { title, tag, folderId, limit, offset, onSize } = input;
  if (folderId !== undefined) await findKeptFolder(context, actor.owner, folderId);
  const prefix = title === undefined ? undefined : fold(title);
  if (prefix !== undefined && [...prefix].length > LONGEST_PREFIX) return [];
  const unseen = await context.freshness.unseen(actor.owner, input.reading);
  return context.index.search({ owner: actor.owner, prefix, tag, folderId, limit, offset, unseen, onSize });
}
