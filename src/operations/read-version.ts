import { QuireError, UnavailableError } from '../domain/errors.js';
import type { SizedVersion, Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { Context } from './context.js';

/** Reads a version at or below the head's: a slot beyond the head is not confirmed yet (rule versionNeedsHead). */
export async function readVersion(
  context: Context,
  documentId: string,
  version: number,
  onSize?: OnSize,
): Promise<Version> {
  return (await readSizedVersion(context, documentId, version, onSize)).version;
}

/** Raises `DOCUMENT_NOT_FOUND` if the document was deleted since the head was read, and what `onSize` raises. */
export async function readSizedVersion(
  context: Context,
  documentId: string,
  version: number,
  onSize?: OnSize,
): Promise<SizedVersion> {
  const found = await context.versions.readSized(documentId, version, onSize);
  if (found) return found;
  const at = await context.index.readHead(documentId);
  if (!at || at.head.deleted) throw new QuireError('DOCUMENT_NOT_FOUND');
  throw new UnavailableError(`the log lacks version ${version} of ${documentId}, which its head names`);
}
