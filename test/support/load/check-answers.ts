import { isDeepStrictEqual } from 'node:util';
import { differenceOf, fingerprintOf, partsOfTitle, type ShownContent } from '../oracle/contents.js';
import type { DocumentRecord, Look, Write } from '../oracle/document-record.js';
import { digestOfSource, sourceOfText } from '../oracle/files.js';
import type { World } from '../oracle/world.js';
import type { CallAnswer, ClientCall } from './caller.js';

/** One attempt of a write; `look`: from before it was sent. */
export type CallAttempt = { record: DocumentRecord; write: Write; call: ClientCall; look: Look; isRepeat: boolean };

type ShownVersion = { id: string; version?: number; title: string; block_count: number; created_at: string };

/** False: it is an answer that there cannot be to this write. */
export function checkWrite(world: World, attempt: CallAttempt, answer: CallAnswer): boolean {
  world.checked++;
  const { record, write, look } = attempt;
  if (isMade(answer, write)) acknowledged(attempt, answer.body as ShownVersion);
  else if (answer.status === 204 && write.kind === 'delete') record.acknowledgeEnd(write, look);
  else if (isMissing(answer, write)) missing(attempt);
  else if (answer.status === 412 && write.ifMatch !== undefined) refused(attempt, answer);
  else return false;
  return true;
}

function isMade({ status }: CallAnswer, { kind }: Write): boolean {
  return kind !== 'delete' && status === (kind === 'patch' ? 200 : 201);
}

function acknowledged({ record, write, look }: CallAttempt, shown: ShownVersion): void {
  record.id ??= shown.id;
  if (record.id !== shown.id) record.blame(`was made a second time, as ${shown.id}`);
  const sight = { title: shown.title, createdAt: shown.created_at, blockCount: shown.block_count };
  if (partsOfTitle(shown.title).word !== write.word) {
    record.blame(`${write.kind} of ${write.word} was answered with "${shown.title}"`);
  }
  record.acknowledge(write, look, shown.version ?? 1, sight);
}

/** A document that is gone: 404, but to a create that is repeated with its key. */
function isMissing({ status, body }: CallAnswer, { kind }: Write): boolean {
  const code = (body as { error?: { code?: string } } | undefined)?.error?.code;
  return kind === 'create'
    ? status === 409 && code === 'IDEMPOTENCY_KEY_REUSED'
    : status === 404 && code === 'DOCUMENT_NOT_FOUND';
}

/** What a repeat says is nothing that its first attempt can be refused by: that one may have happened before. */
function missing({ record, write, isRepeat }: CallAttempt): void {
  if (!isRepeat) write.outcome = 'refused';
  record.missing(write.kind);
}

/** A key is recognised before If-Match is checked, so what is refused has not happened before. */
function refused({ record, write, look }: CallAttempt, answer: CallAnswer): void {
  write.outcome = 'refused';
  const { error } = answer.body as { error: { details: { current_version: number } } };
  const { current_version: current } = error.details;
  record.seeNewest('412', current, look.visible);
  if (current === write.ifMatch) record.blame(`If-Match ${write.ifMatch} was refused at that very version`);
}

type ShownVersionContent = ShownContent & { version: number; createdAt: string };

/** What the answer shows of a version must be what was sent, and what everybody else was shown. */
export function learnWhole(world: World, record: DocumentRecord, shown: ShownVersionContent): void {
  const { word } = partsOfTitle(shown.title);
  const sent = world.contents.get(word);
  const difference = sent ? differenceOf(sent, shown) : `nobody sent "${shown.title}"`;
  if (difference !== undefined) record.blame(`version ${shown.version}: ${difference}`);
  // Which version may have lost it, the audit knows.
  const file = world.files.get(word);
  const isKnown = shown.source === null || (file !== undefined && isDeepStrictEqual(shown.source, sourceOfText(file)));
  if (!isKnown) record.blame(`version ${shown.version} of ${word} has the source ${JSON.stringify(shown.source)}`);
  record.learn(shown.version, {
    title: shown.title,
    createdAt: shown.createdAt,
    blockCount: shown.blocks.length,
    whole: fingerprintOf(shown),
    source: digestOfSource(shown.source),
  });
}
