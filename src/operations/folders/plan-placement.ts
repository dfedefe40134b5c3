import type { Actor } from '../../domain/api-key.js';
import type { Placement, Visibility } from '../../domain/document.js';
import type { Deadline } from '../../platform/deadline.js';
import { findFolder } from './find-folder.js';
import { planFolder, type ChosenFolder } from './folder-at-path.js';
import type { ChangeFolderPorts } from './create-folder.js';

/** Where a write puts its document, and who is to see it. What is absent stays as it is. */
export type WantedPlacement = { folder?: ChosenFolder; visibility?: Visibility };

/** `makeFolders`: as `PlannedFolder.make`. */
export type PlannedPlacement = { placement: Partial<Placement>; makeFolders(): Promise<void> };

/** Raises `FOLDER_NOT_FOUND`; for missing folders of a path `INSUFFICIENT_ROLE`. */
export async function planPlacement(
  ports: ChangeFolderPorts,
  actor: Actor,
  { folder, visibility, deadline }: WantedPlacement & { deadline: Deadline },
): Promise<PlannedPlacement> {
  const seen = visibility === undefined ? {} : { visibility };
  const makeFolders = async () => undefined;
  if (folder === undefined) return { placement: seen, makeFolders };
  // The order of the members is in the marks of Idempotency-Keys, which older releases have stored.
  if ('names' in folder) {
    const { id, make } = await planFolder(ports, actor, { ...folder, deadline });
    return { placement: { ...seen, folderId: id }, makeFolders: make };
  }
  await findFolder(ports, actor.owner, folder.id);
  return { placement: { folderId: folder.id, ...seen }, makeFolders };
}
