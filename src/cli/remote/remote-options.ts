import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Client, Document, Tagged } from '../../client/client.js';
import { faultOfDocumentKey } from '../../domain/document-key.js';
import { isId } from '../../domain/ids.js';
import { upTo } from '../process/parse-options.js';

const MOST = 1_000_000;

export function parseVersion(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (version >= 1) return version;
  throw new InvalidArgumentError('it must be the number of a version, from 1.');
}

export function limitOption(most: number): Option {
  return new Option('--limit <number>', 'the most to print').argParser(upTo(MOST)).default(most);
}

export function parseName(text: string): string {
  const fault = faultOfDocumentKey(text);
  if (fault === undefined) return text;
  throw new InvalidArgumentError(`a key ${fault}.`);
}

export type NamedDocument = { name: string; key: boolean };

/** With the argument that names a document, by its identifier or by its own key. */
export function addDocumentArgument(command: Command): Command {
  return command
    .argument('<document>', 'its identifier (24 letters and digits), or a key of your own', parseName)
    .option('--key', 'take the argument for a key, even if it looks like an identifier', false);
}

export function readDocument(
  client: Client,
  { name, key }: NamedDocument,
  signal: AbortSignal,
): Promise<Tagged<Document>> {
  return key || !isId(name) ? client.getDocumentByKey(name, { signal }) : client.getDocument(name, { signal });
}

/** Asks the service only where a key names the document. */
export async function identifierOf(client: Client, named: NamedDocument, signal: AbortSignal): Promise<string> {
  if (!named.key && isId(named.name)) return named.name;
  return (await readDocument(client, named, signal)).id;
}
