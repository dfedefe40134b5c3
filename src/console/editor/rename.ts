import type { Client } from '../../client/client.js';
import { newIdempotencyKey } from '../../client/idempotency-key.js';
import { openDocument } from '../document/open-document.js';
import { draftOf, editedDocument } from './draft.js';
import { save } from './save.js';

/** Changes the title where the document has it: in its front matter, in its first heading, or beside its text. */
export async function rename(client: Client, id: string, title: string): Promise<void> {
  const edited = editedDocument(await openDocument(client, id));
  if (edited.file?.isFrontInText) {
    throw new Error('The title is in front matter that is not YAML: change it there, in the editor.');
  }
  const draft = { ...draftOf(edited), title };
  await save({ client, draft, edited, folderId: '', keyFor: newIdempotencyKey });
}
