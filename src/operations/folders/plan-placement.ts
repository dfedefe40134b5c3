import type { Actor } from '../../domain/api-key.js';
import type { Placement, Visibility } from '../../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../../domain/idempotency.js';
import type { IdempotencyMark } from '../../domain/version.js';
import type { Deadline } from '../../platform/deadline.js';
import { findFolder } from './find-folder.js';
import { planFolder, type ChosenFolder } from './folder-at-path.js';
import type { ChangeFolderPorts } from './create-folder.js';

/** Where a write puts its document, and who is to see it. What is absent stays as it is. */
export type WantedPlacement = { folder?: ChosenFolder; visibility?: Visibility };

/**
 * `makeFolders`: as `PlannedFolder.make`. `asked`: what was asked for. A path may lead to another folder later, but a
 * repeat of the request is the same.
 */
export type PlannedPlacement = {
  placement: Partial<Placement>;
  asked: Partial<Placement> | { path: readonly string[]; visibility?: Visibility };
  makeFolders(): Promise<void>;
};

/** Raises `FOLDER_NOT_FOUND`; for missing folders of a path `INSUFFICIENT_ROLE`. */
export async function planPlacement(
  ports: ChangeFolderPorts,
  actor: Actor,
  { folder, visibility, deadline }: WantedPlacement & { deadline: Deadline },
): Promise<PlannedPlacement> {
  const seen = visibility === undefined ? {} : { visibility };
  const makeFolders = async () => undefined;
  if (folder === undefined) return { placement: seen, asked: seen, makeFolders };
  // The order of the members is in the marks of Idempotency-Keys, which older releases have stored.
  if ('names' in folder) {
    const { id, make } = await planFolder(ports, actor, { ...folder, deadline });
    return { placement: { ...seen, folderId: id }, asked: { ...seen, path: folder.names }, makeFolders: make };
  }
  await findFolder(ports, actor.owner, folder.id);
  const placement = { folderId: folder.id, ...seen };
  return { placement, asked: placement, makeFolders };
}

type Marked = { scope: string; keyed: KeyedContent | undefined } & Omit<PlannedPlacement, 'makeFolders'>;

/** Null without an Idempotency-Key. The marks of earlier releases have the folder to which the path led. */
export function placedMark(
  { scope, keyed, asked, placement }: Marked,
  requestOf: (keyed: KeyedContent, place: PlannedPlacement['asked']) => object,
): IdempotencyMark | null {
  if (!keyed) return null;
  const markOf = (place: PlannedPlacement['asked']) => idempotencyMark(scope, keyed.key, requestOf(keyed, place));
  return 'path' in asked ? { ...markOf(asked), former: markOf(placement).request } : markOf(asked);
}
