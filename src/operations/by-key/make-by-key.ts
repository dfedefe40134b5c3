import type { KeyEntry, KeyLife } from '../../domain/document-key.js';
import { headOf, type Head, type LivingHead } from '../../domain/head.js';
import { NO_ASSETS } from '../../domain/content/assets.js';
import { newId, rootFolderId } from '../../domain/ids.js';
import { IDEMPOTENCY_WINDOW } from '../../domain/limits.js';
import type { Version } from '../../domain/version.js';
import type { KeyedQueue } from '../../platform/keyed-queue.js';
import { usedMarks } from '../delete-document.js';
import type { SummaryReads } from '../read-summaries.js';
import { announceWrite, type AnnouncePorts } from '../write/announce-write.js';
import { claimFirstSlot, type FirstSlotPorts } from '../write/first-slot.js';
import { authorOf, newVersion, numberBlocks } from '../write/new-version.js';
import { reservationOf, reserveQuota, type ReservePorts } from '../write/quota.js';
import type { AppendPorts } from '../write/append-slot.js';
import { exhausted, expectNoPrecondition } from './expect-put.js';
import { claimLife, raiseEntry, type ClaimLifePorts } from './claim-life.js';
import { expectNone, formerMarks, marksOfTombstone, type FormerMarksPorts } from './former-marks.js';
import type { KeyPut } from './key-put.js';

export type MakeByKeyPorts = ReservePorts &
  FirstSlotPorts &
  AnnouncePorts &
  ClaimLifePorts &
  FormerMarksPorts &
  SummaryReads &
  Pick<AppendPorts, 'onAcknowledged'> & { queue: KeyedQueue; now(): Date };

/** `retry`: somebody else has made the document, or ended it. */
export type MadeByKey = { outcome: 'created'; head: LivingHead; life: number } | { outcome: 'retry'; entry: KeyEntry };

/**
 * Makes the document of the key, decided by an entry and a head that are read now. Order: life, entry, quota, slot 1,
 * head, epoch. After a crash the next PUT goes on with the same life. Raises what `putByKey` raises.
 */
export async function makeByKey(ports: MakeByKeyPorts, put: KeyPut): Promise<MadeByKey> {
  const entry = await ports.keyEntries.read(put.name);
  const head = entry && (await ports.index.readHead(entry.id))?.head;
  if (entry && head?.deleted === false) return { outcome: 'retry', entry };
  if (entry && !head) {
    // The process that claimed this life is slow or dead: its document is made here (rule nextAfterEnd).
    expectNone(await formerMarks(ports, entry), put.idempotency);
    expectNoPrecondition(put.precondition);
    return makeFirst(ports, put, entry);
  }
  const marks = entry && head ? await marksOfEnded(ports, put, { entry, head }) : [];
  // This answer may be the first to report a deletion whose own request died: later searches must agree.
  if (entry) await announceWrite(ports, put.actor.owner, { change: { document: entry.id } });
  expectNoPrecondition(put.precondition);
  // As with the quota: no life for a document that is refused.
  await ports.assets.expect(put.actor.owner, (put.content.assets ?? NO_ASSETS).values());
  const claimed = await expectQuota(ports, put, entry);
  if (claimed) return { outcome: 'retry', entry: claimed };
  const { life, isNew } = await claimLife(ports, nextLife(ports, put, { entry, marks }), put.deadline);
  const raised = await raiseEntry(ports, life, put.deadline);
  // The head of another's life is read first: its document may live already.
  if (!isNew || raised.life !== life.life) return { outcome: 'retry', entry: raised };
  return makeFirst(ports, put, raised);
}

/**
 * A life stays for good, so none is claimed for a document that is refused. Returns the entry of a request that has
 * claimed one meanwhile: the last unit may be its. Raises `QUOTA_EXCEEDED`.
 */
async function expectQuota(
  ports: MakeByKeyPorts,
  { actor, name }: KeyPut,
  entry: KeyEntry | undefined,
): Promise<KeyEntry | undefined> {
  const quota = await exhausted(ports, actor);
  if (!quota) return undefined;
  const now = await ports.keyEntries.read(name);
  if (now && now.life !== entry?.life) return now;
  throw quota;
}

type EndedKey = { entry: KeyEntry; head: Head };

/** Idempotency-Keys of all documents of the key so far (rule marksInNextLife). */
async function marksOfEnded(ports: MakeByKeyPorts, put: KeyPut, { entry, head }: EndedKey): Promise<KeyLife['marks']> {
  const former = await formerMarks(ports, entry);
  const slot = await ports.log.read(entry.id, head.currentVersion);
  // One that went with its folder has no tombstone yet.
  const used = slot?.deleted === false ? await usedMarks(ports, head) : [];
  const marks = [...former, ...used.map((mark) => ({ ...mark, documentId: head.id })), ...marksOfTombstone(slot)];
  expectNone(marks, put.idempotency);
  return marks.slice(-IDEMPOTENCY_WINDOW);
}

type Former = { entry: KeyEntry | undefined; marks: KeyLife['marks'] };

function nextLife({ now }: MakeByKeyPorts, { name, actor, key }: KeyPut, { entry, marks }: Former): KeyLife {
  const { owner } = actor;
  const life = (entry?.life ?? 0) + 1;
  return { name, owner, key, life, id: newId(owner), createdAt: now().toISOString(), marks };
}

async function makeFirst(ports: MakeByKeyPorts, put: KeyPut, entry: KeyEntry): Promise<MadeByKey> {
  const first = firstVersion(ports, put, entry);
  const { actor, deadline, makeFolders } = put;
  const reservation = await reserveQuota(ports, { actor, first });
  const claim = { actor, first, reservation, makeFolders };
  const created = await claimFirstSlot(ports, { ...claim, accepts: () => true }, deadline);
  if (created === 'ended') return { outcome: 'retry', entry };
  const { version, madeHead } = created;
  const isOwn = version === first;
  const { owner } = put.actor;
  const change = { document: entry.id };
  const written = () => put.stored.written(put.bodyBytes, { version: first });
  if (isOwn) await announceWrite(ports, owner, { change, created: reservationOf(first), ...written() });
  else if (madeHead) await announceWrite(ports, owner, { change, created: reservationOf(version) });
  if (isOwn || madeHead) ports.onAcknowledged(version);
  return isOwn
    ? { outcome: 'created', head: headOf(first) as LivingHead, life: entry.life }
    : { outcome: 'retry', entry };
}

function firstVersion(ports: MakeByKeyPorts, put: KeyPut, { id, life }: KeyEntry): Version {
  const { content, placement, key, idempotency } = put;
  const { owner } = put.actor;
  const author = authorOf(put.actor);
  const createdAt = ports.now().toISOString();
  const { folderId = rootFolderId(owner), visibility = 'private' } = placement;
  const document = { id, owner, folderId, visibility, createdAt, byKey: { key, life } };
  const blocks = numberBlocks(content.blocks);
  return newVersion({ document, version: 1, createdAt, author, idempotency }, { ...content, blocks });
}
