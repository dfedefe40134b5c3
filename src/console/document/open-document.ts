import type { Client, Document, Tagged } from '../../client/client.js';

/** `source`: the file; of HTML and text there is none if the version was made of blocks. */
export type OpenedDocument = { document: Tagged<Document>; source: string | undefined };

export async function openDocument(client: Client, id: string, signal?: AbortSignal): Promise<OpenedDocument> {
  const call = signal && { signal };
  const document = await client.getDocument(id, call);
  const { content_type: type, current_version: version } = document;
  const hasFile = type === 'markdown' || document.source !== null;
  const source = hasFile ? await client.getFile(id, { version, ...call }) : undefined;
  return { document, source };
}
