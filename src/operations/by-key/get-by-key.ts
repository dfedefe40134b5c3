import type { Actor } from '../../domain/api-key.js';
import type { LivingHead } from '../../domain/head.js';
import { getDocument, type ReadContent } from '../get-document.js';
import type { VersionReads } from '../read-version.js';
import { keyNameOf, withDocumentOf, type KeyReads } from './find-by-key.js';

type FoundByKey = { head: LivingHead; read: ReadContent; life: number };

/** As `getDocument`. */
export function getByKey(ports: VersionReads & KeyReads, actor: Actor, key: string): Promise<FoundByKey> {
  return withDocumentOf(ports, keyNameOf(actor, key), async ({ id, life }) => ({
    ...(await getDocument(ports, actor, id)),
    life,
  }));
}
