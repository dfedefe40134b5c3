import type { Actor } from '../domain/api-key.js';
import type { Content, DocumentBlock, Placement } from '../domain/document.js';
import { metadataBytes, type LivingHead } from '../domain/head.js';
import { isAttached, type Attached, type SentAttached } from '../domain/content/assets.js';
import type { Source } from '../domain/content/source.js';
import { Deadline } from '../platform/deadline.js';
import type { KeyedContent } from '../domain/idempotency.js';
import { checkPrecondition, type Precondition } from '../domain/precondition.js';
import { summarize, type Version, type VersionSummary } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { ChangeFolderPorts } from './folders/create-folder.js';
import { placedMark, planPlacement, type WantedPlacement } from './folders/plan-placement.js';
import type { AssetPorts } from './assets/kept-assets.js';
import { readHeldVersion, readVersion, type VersionReads } from './read-version.js';
import { announceWrite } from './write/announce-write.js';
import { appendSlot, type AppendPorts } from './write/append-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { differsFrom, hasContent, keptParts, metadataOf, type IsPrivate } from './write/keep-source.js';
import { NothingToChange } from './write/nothing-to-change.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

type PatchDocumentPorts = AppendPorts & AssetPorts & VersionReads & ChangeFolderPorts & { now(): Date };

/** What is absent stays as it is. With a `source` come the blocks and the metadata that were made of it. */
export type ContentChanges = Partial<Content> & SentAttached & { source?: Source };

/** `bytes`: about the size. */
export type HashContent = (content: Content, bytes: number) => string | Promise<string>;

type PatchDocument = {
  documentId: string;
  content: ContentChanges;
  wanted: WantedPlacement;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  isPrivate: IsPrivate;
  bodyBytes: number;
  stored: StoredBytes;
  hash: HashContent;
  onSize?: OnSize;
};

/** As a head tells it. */
type Unsigned = Omit<VersionSummary, 'author'>;

/** `placement`: what was asked for. */
export type PatchedVersion = { summary: Unsigned; placement: Partial<Placement> };

/**
 * Makes the next version: what is not sent is as in the newest one. Returns the newest version where nothing differs,
 * and then keeps no Idempotency-Key. Raises `ASSET_NOT_FOUND`, `FOLDER_NOT_FOUND`, `DOCUMENT_NOT_FOUND`, `NOT_OWNER`,
 * `IDEMPOTENCY_KEY_REUSED`, `PRECONDITION_FAILED`, `RATE_LIMITED`.
 */
export async function patchDocument(
  ports: PatchDocumentPorts,
  actor: Actor,
  input: PatchDocument,
): Promise<PatchedVersion> {
  const { documentId, precondition, keyed, content, bodyBytes, stored } = input;
  const deadline = new Deadline(ports.writeDeadlineMs);
  const planned = await planPlacement(ports, actor, { ...input.wanted, deadline });
  const { placement, makeFolders } = planned;
  const idempotency = placedMark({ ...planned, scope: documentId, keyed }, ({ digest }, place) => ({
    patch: digest,
    fields: Object.keys(content),
    ...place,
  }));
  let keptBytes = 0;
  const makeSlot = async (head: LivingHead) => {
    checkPrecondition(precondition, head);
    const patched = await patchedContent(ports, input, { head, placement });
    keptBytes = patched.keptBytes;
    await stored.raiseTo(bodyBytes + keptBytes);
    const contentHash = patched.contentHash ?? (await input.hash(patched.content, keptBytes));
    const source = patched.isNew || contentHash === head.contentHash ? patched.source : null;
    const isPrivate = !patched.isNew && (await input.isPrivate({ ...patched.content, source }));
    const placed = { ...placement, ...(isPrivate && { visibility: 'private' as const }) };
    const parts = nextParts(head, { actor, now: ports.now(), idempotency, placement: placed });
    const version = newVersion(parts, { ...patched.content, ...patched.attached, contentHash, source });
    await makeFolders();
    return version;
  };
  const counted = { stored, bytes: () => bodyBytes + keptBytes };
  try {
    const append = { actor, documentId, precondition, idempotency, deadline };
    const appended = await appendSlot<Version>(ports, { ...append, makeSlot, counted });
    const summary = 'writeId' in appended ? summarize(appended) : appended;
    if (!('path' in planned.asked) && placement.visibility !== 'public') return { summary, placement };
    // Where the path led, and what the file let be seen, when the version was made, of which this may be a repeat.
    const wanted = { documentId, version: appended.version };
    const { document } = 'writeId' in appended ? appended : await readVersion(ports, wanted);
    const asked = Object.entries(placement).map(([name]) => [name, document[name as keyof Placement]]);
    return { summary, placement: Object.fromEntries(asked) as Partial<Placement> };
  } catch (error) {
    if (!(error instanceof NothingToChange)) throw error;
    // The writer of this version may have died before its announcement, and searches after this answer must show it.
    await announceWrite(ports, actor.owner, { change: { document: documentId }, ...stored.written(0) });
    return { summary: summaryOf(error.head), placement };
  }
}

type Patched = {
  content: Content & { blocks: readonly DocumentBlock[] };
  /** Undefined: to be made. */
  contentHash: string | undefined;
  /** Of the content, if `isNew`; else of the newest version, for equal content. */
  source: Source | null;
  isNew: boolean;
  attached: Attached;
  /** Of what the new version has from the newest one. */
  keptBytes: number;
};

type PatchedHead = { head: LivingHead; placement: Partial<Placement> };

/** Raises `NothingToChange`. */
async function patchedContent(
  ports: PatchDocumentPorts,
  input: PatchDocument,
  { head, placement }: PatchedHead,
): Promise<Patched> {
  const { documentId, content, bodyBytes, hash, onSize } = input;
  const isPlaced = Object.entries(placement).every(([name, value]) => value === head[name as keyof Placement]);
  if (content.blocks !== undefined) {
    // With new blocks, the head has all the rest.
    const { title, contentType } = head;
    const whole = { title, contentType, metadata: metadataOf(head), ...content, blocks: content.blocks };
    const hashed = { ...whole, contentHash: await hash(whole, bodyBytes), source: content.source ?? null };
    if (isPlaced && hasContent(head, hashed)) throw new NothingToChange(head);
    const { source, keptBytes, shown: _, ...attached } = await keptParts(ports, { ...input, head }, hashed);
    return {
      content: { ...whole, blocks: numberBlocks(content.blocks) },
      contentHash: hashed.contentHash,
      ...{ source, attached, isNew: hashed.source !== null },
      keptBytes: keptBytes + (content.metadata === undefined ? metadataBytes(head) : 0),
    };
  }
  if (isPlaced && !differsFrom(head, content) && isAttached(head, content)) throw new NothingToChange(head);
  // The claim of the next slot proves that this version is the one before it.
  const newest = await readHeldVersion(ports, { documentId, version: head.currentVersion }, onSize);
  const { blocks, source, assets, root } = newest.version;
  if (content.assets) await ports.assets.use(head, content.assets, assets);
  const attached = { assets: content.assets ?? assets, root: content.root ?? root };
  const kept = { contentHash: undefined, source, attached, isNew: false, keptBytes: newest.bytes };
  return { content: { ...newest.version, ...content, blocks }, ...kept };
}

function summaryOf({ currentVersion, title, blockCount, source, updatedAt }: LivingHead): Unsigned {
  return { version: currentVersion, title, blockCount, source, createdAt: updatedAt, idempotency: null };
}
