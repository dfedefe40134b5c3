import type { Deadline } from '../../platform/deadline.js';
import { ignoreUnavailable, QuireError, UnavailableError } from '../../domain/errors.js';
import type { Actor } from '../../domain/api-key.js';
import { NO_ASSETS } from '../../domain/content/assets.js';
import { checkSameRequest, keyReused } from '../../domain/idempotency.js';
import { rootFolderId } from '../../domain/ids.js';
import type { Version } from '../../domain/version.js';
import type { MonthCounts, QuotaReservation } from '../../ports/month-counts.js';
import { deleteDocument, type DeleteDocumentPorts } from '../delete-document.js';
import { settleFolder } from '../folders/settle-folder.js';
import { readVersion, type VersionReads } from '../read-version.js';
import type { AssetPorts } from '../assets/kept-assets.js';
import { publishHead, type PublishPorts } from './publish-head.js';
import { claimSlot } from '../../log/version-log.js';
import { READ_AND_DELETED } from './head-publisher.js';
import { removeStray, type StrayPorts } from './remove-stray.js';

export type FirstSlotPorts = PublishPorts &
  StrayPorts &
  VersionReads &
  AssetPorts &
  DeleteDocumentPorts & { counters: Pick<MonthCounts, 'releaseQuota'> };

export async function findCreated(ports: FirstSlotPorts, first: Version): Promise<Version | undefined> {
  if (!first.idempotency) return undefined;
  const { id } = first.document;
  // Not the slot: of a deleted document only the tombstone head may be left (rule createReadsHead).
  const at = await ports.index.readHead(id);
  if (!at) return undefined;
  if (at.head.deleted) throw keyReused(id);
  const earlier = await readVersion(ports, { documentId: id, version: 1 }).catch((error: unknown) => {
    throw isDeleted(error) ? keyReused(id, { cause: error }) : error;
  });
  checkSameRequest(first.idempotency, { mark: earlier.idempotency, documentId: id });
  return earlier;
}

type FirstSlotClaim = {
  actor: Actor;
  first: Version;
  reservation: QuotaReservation;
  /** Whether the version in slot 1 serves this request, too. */
  accepts(taken: Version): boolean;
  /** As `PlannedPlacement.makeFolders`: with the reservation, nothing refuses the version any more. */
  makeFolders(): Promise<void>;
};

export type CreatedFirst = { version: Version; madeHead: boolean };

/**
 * Claims slot 1, with its assets in use, and makes its head. Returns the own version 1, or another one that `accepts`
 * took, or `ended`: the document was deleted meanwhile, and nobody has read the own version. Raises `ASSET_NOT_FOUND`,
 * `IDEMPOTENCY_KEY_REUSED`. With an unknown outcome the unit stays taken for a write deadline.
 */
export async function claimFirstSlot(
  ports: FirstSlotPorts,
  create: FirstSlotClaim,
  deadline: Deadline,
): Promise<CreatedFirst | 'ended'> {
  const { first } = create;
  try {
    await ports.assets.use(first.document, first.assets, NO_ASSETS);
    await create.makeFolders();
  } catch (error) {
    // Without these there is certainly no document.
    await giveBack(ports, create.reservation);
    throw error;
  }
  const version = await settleFirstSlot(ports, create, deadline);
  const own = version === first;
  const reached = await publishHead(ports, { slots: [version], from: 'absent' }, deadline);
  // Not before: if this process dies after it made the head, the unit has the document counted (rule unitOfHelper).
  if (!own && reached !== 'written') await giveBack(ports, create.reservation);
  if (reached === 'written' || reached === 'reached') {
    await settlePlace(ports, { actor: create.actor, version }, deadline);
    return { version, madeHead: reached === 'written' };
  }
  if (own) removeStray(ports, version);
  // Another request may have made the head of the own slot, and others may have read it.
  if (reached.createdAt === first.document.createdAt) throw new UnavailableError(READ_AND_DELETED);
  if (own) await giveBack(ports, create.reservation);
  return 'ended';
}

/** Also that of another's version: who claimed the slot may have died. */
async function settlePlace(
  ports: FirstSlotPorts,
  { actor, version }: { actor: Actor; version: Version },
  deadline: Deadline,
) {
  const { id: documentId, owner, folderId } = version.document;
  if (folderId === rootFolderId(owner)) return;
  const undo = () => deleteDocument(ports, actor, { documentId, precondition: undefined });
  await settleFolder(ports, { owner, folderId, deadline, undo });
}

async function settleFirstSlot(
  ports: FirstSlotPorts,
  { first, reservation, accepts }: FirstSlotClaim,
  deadline: Deadline,
): Promise<Version> {
  for (let attempt = 0; ; attempt++) {
    const claim = await claimSlot(ports.log, first, deadline);
    if (claim.outcome === 'own') return first;
    if (claim.outcome === 'taken' && !claim.by.deleted) {
      if (accepts(claim.by)) return claim.by;
      await giveBack(ports, reservation);
      throw keyReused(first.document.id);
    }
    await deadline.pause(attempt, 'claiming a first slot');
  }
}

async function giveBack(ports: FirstSlotPorts, reservation: QuotaReservation): Promise<void> {
  await ports.counters.releaseQuota(reservation).catch(ignoreUnavailable);
}

function isDeleted(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND';
}
