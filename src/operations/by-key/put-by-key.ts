import type { Actor } from '../../domain/api-key.js';
import type { Placement } from '../../domain/document.js';
import type { KeyEntry } from '../../domain/document-key.js';
import { QuireError } from '../../domain/errors.js';
import { headOf, type LivingHead } from '../../domain/head.js';
import type { KeyedContent } from '../../domain/idempotency.js';
import { checkPrecondition, preconditionOfLife } from '../../domain/precondition.js';
import type { Version, VersionSummary } from '../../domain/version.js';
import { Deadline } from '../../platform/deadline.js';
import type { ChangeFolderPorts } from '../folders/create-folder.js';
import { placedMark, planPlacement, type WantedPlacement } from '../folders/plan-placement.js';
import type { AssetPorts } from '../assets/kept-assets.js';
import { readVersion, type VersionReads } from '../read-version.js';
import { announceWrite } from '../write/announce-write.js';
import { appendSlot, type AppendPorts } from '../write/append-slot.js';
import { newVersion, nextParts, numberBlocks } from '../write/new-version.js';
import { hasContent, keptParts } from '../write/keep-source.js';
import { NothingToChange } from '../write/nothing-to-change.js';
import { isNotFound, keyNameOf, type KeyReads } from './find-by-key.js';
import { expectLife } from './expect-put.js';
import type { KeyPut } from './key-put.js';
import { expectUnused, type FormerMarksPorts } from './former-marks.js';
import { makeByKey, type MakeByKeyPorts } from './make-by-key.js';

export type PutByKeyPorts = AppendPorts &
  AssetPorts &
  VersionReads &
  KeyReads &
  MakeByKeyPorts &
  FormerMarksPorts &
  ChangeFolderPorts;

export type PutByKey = Omit<KeyPut, 'actor' | 'name' | 'placement' | 'makeFolders' | 'idempotency' | 'deadline'> & {
  wanted: WantedPlacement;
  keyed: KeyedContent | undefined;
};

/** `head`: of the version that was made, or found to be equal. `life`: of the key. */
export type PutResult = { result: 'created' | 'updated' | 'unchanged'; head: LivingHead; life: number };

/**
 * Makes the document that the key leads to, or its next version, or nothing where the newest version is equal. Two at
 * once are as one after the other. Raises `ASSET_NOT_FOUND`, `FOLDER_NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`,
 * `PRECONDITION_FAILED`, `QUOTA_EXCEEDED`.
 */
export async function putByKey(ports: PutByKeyPorts, actor: Actor, input: PutByKey): Promise<PutResult> {
  const deadline = new Deadline(ports.writeDeadlineMs);
  const name = keyNameOf(actor, input.key);
  const planned = await planPlacement(ports, actor, { ...input.wanted, deadline });
  const { keyed, onlyIfNone } = input;
  const idempotency = placedMark({ ...planned, scope: name, keyed }, ({ digest }, place) => ({
    put: digest,
    ...place,
    onlyIfNone,
  }));
  const put: KeyPut = { ...input, ...planned, actor, name, idempotency, deadline };
  let entry = ports.keyEntries.kept(name);
  for (let attempt = 0; ; attempt++) {
    const updated = entry && (await update(ports, put, entry));
    if (updated) return updated;
    // Concurrent PUTs would each claim lives, quota and slot 1, in vain but one.
    const made = await ports.queue.run(name, () => makeByKey(ports, put), { waitMs: deadline.leftMs });
    if (made.outcome === 'created') return { result: 'created', head: made.head, life: made.life };
    entry = made.entry;
    if (attempt > 0) await deadline.pause(attempt, 'looking for the document of a key');
  }
}

/** Undefined: there is no living document of this life. */
async function update(ports: PutByKeyPorts, put: KeyPut, entry: KeyEntry): Promise<PutResult | undefined> {
  expectLife(put, entry);
  const { actor, idempotency, bodyBytes, stored } = put;
  const documentId = entry.id;
  let keptBytes = 0;
  const precondition = preconditionOfLife(put.precondition, entry.life);
  try {
    const append = { actor, documentId, precondition, idempotency };
    const appended = await appendSlot<Version>(ports, {
      ...append,
      deadline: put.deadline,
      makeSlot: async (head) => {
        const next = await makeNext(ports, { ...put, precondition, entry }, head);
        keptBytes = next.keptBytes;
        return next.version;
      },
      counted: { stored, bytes: () => bodyBytes + keptBytes },
    });
    return { ...(await resultOf(ports, documentId, appended)), life: entry.life };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!(error instanceof NothingToChange)) throw error;
    // The writer of this version may have died before its announcement, and searches after this answer must show it.
    await announceWrite(ports, actor.owner, { change: { document: documentId }, ...stored.written(0) });
    return { result: 'unchanged', head: error.head, life: entry.life };
  }
}

async function makeNext(
  ports: PutByKeyPorts,
  put: KeyPut & { entry: KeyEntry },
  head: LivingHead,
): Promise<{ version: Version; keptBytes: number }> {
  const { entry, idempotency, precondition, onlyIfNone, key, content, placement } = put;
  await expectUnused(ports, entry, idempotency);
  checkPrecondition(precondition, head);
  if (onlyIfNone) throw new QuireError('PRECONDITION_FAILED', { current_version: head.currentVersion });
  const byKey = { key, life: entry.life };
  // A process of an older release drops the key of a document.
  if (isPlaced(head, placement) && hasContent(head, content) && head.byKey !== null) throw new NothingToChange(head);
  const kept = await keptParts(ports, { ...put, head }, content);
  await put.stored.raiseTo(put.bodyBytes + kept.keptBytes);
  const next = { actor: put.actor, now: ports.now(), idempotency, placement: { ...placement, ...kept.shown, byKey } };
  const version = newVersion(nextParts(head, next), { ...content, ...kept, blocks: numberBlocks(content.blocks) });
  await put.makeFolders();
  return { version, keptBytes: kept.keptBytes };
}

function isPlaced(head: LivingHead, { folderId, visibility }: Partial<Placement>): boolean {
  return (folderId ?? head.folderId) === head.folderId && (visibility ?? head.visibility) === head.visibility;
}

/** A repeat is answered as the first request was. */
async function resultOf(
  ports: PutByKeyPorts,
  documentId: string,
  appended: Version | VersionSummary,
): Promise<Omit<PutResult, 'life'>> {
  const version =
    'writeId' in appended ? appended : await readVersion(ports, { documentId, version: appended.version });
  return { result: version.version === 1 ? 'created' : 'updated', head: headOf(version) as LivingHead };
}
