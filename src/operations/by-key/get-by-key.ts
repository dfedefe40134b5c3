import type { Actor } from '../../domain/api-key.js';
import { getDocument } from '../get-document.js';
import type { VersionReads } from '../read-version.js';
import { keyNameOf, withDocumentOf, type KeyReads } from './find-by-key.js';

/** As `getDocument`. */
export function getByKey(ports: VersionReads & KeyReads, actor: Actor, key: string): ReturnType<typeof getDocument> {
  return withDocumentOf(ports, keyNameOf(actor, key), ({ id }) => getDocument(ports, actor, id));
}
