import type { Actor } from '../../domain/api-key.js';
import type { HashedContent } from '../../domain/content/content-hash.js';
import type { Placement } from '../../domain/document.js';
import type { Precondition } from '../../domain/precondition.js';
import type { IdempotencyMark } from '../../domain/version.js';
import type { OnSize } from '../../ports/object-store.js';
import type { PlannedPlacement } from '../folders/plan-placement.js';
import type { IsPrivate } from '../write/keep-source.js';
import type { StoredBytes } from '../write/stored-bytes.js';
import type { Deadline } from '../../platform/deadline.js';

/** A PUT by key under way. */
export type KeyPut = {
  actor: Actor;
  key: string;
  /** Of the key, as in `KeyLife`. */
  name: string;
  content: HashedContent;
  /** What is absent stays as it is; of a new document: the root folder, private. */
  placement: Partial<Placement>;
  makeFolders: PlannedPlacement['makeFolders'];
  precondition: Precondition | undefined;
  /** The only life that may be written to; undefined: any. Needs a precondition: without one a life is made. */
  onlyLife: number | undefined;
  /** If-None-Match: * */
  onlyIfNone: boolean;
  idempotency: IdempotencyMark | null;
  isPrivate: IsPrivate;
  bodyBytes: number;
  stored: StoredBytes;
  onSize?: OnSize;
  deadline: Deadline;
};
