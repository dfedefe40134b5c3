import type { Static } from '@sinclair/typebox';
import { contentDigest } from '../../domain/content-digest.js';
import { contentHashInSteps } from '../../domain/content-hash.js';
import type { Content, HashedContent, NewBlock, Visibility } from '../../domain/document.js';
import { validationError } from '../../domain/errors.js';
import type { KeyedContent } from '../../domain/idempotency.js';
import { checkTaggedTitle } from '../../domain/tagged-title.js';
import type { Limits } from '../../domain/limits.js';
import type { HashContent } from '../../operations/patch-document.js';
import type { WantedPlacement } from '../../operations/folders/plan-placement.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import type { RouteRequest } from '../route.js';
import type { pushVersionBody } from '../schemas/contents.js';
import { checkFolderPath, chosenFolder } from './folder-path.js';

type ContentBody = Static<ReturnType<typeof pushVersionBody>>;

type Hashing = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'bodyBytes'>;

export async function hashedContent(
  body: ContentBody,
  request: Hashing,
  largeWork: CooperativeQueue,
): Promise<HashedContent> {
  const content = contentOf(body);
  return { ...content, source: null, contentHash: await hasher(request, largeWork)(content, request.bodyBytes) };
}

/** The hash of large content is made in steps. */
export function hasher({ actor }: Pick<Hashing, 'actor'>, largeWork: CooperativeQueue): HashContent {
  return (content, bytes) => largeWork.runInSteps(actor.owner, bytes, contentHashInSteps(content));
}

export function contentOf(body: ContentBody): Content {
  return {
    title: body.title,
    contentType: body.content_type ?? 'markdown',
    metadata: body.metadata ?? null,
    blocks: blocksOf(body.blocks),
  };
}

export function blocksOf(blocks: ContentBody['blocks']): NewBlock[] {
  return blocks.map(({ type, content, metadata }) => ({ type, content, metadata: metadata ?? null }));
}

type PlacementBody = { folder_id?: string | null; folder_path?: string | null; visibility?: Visibility | null };

/** Null counts as absent. An identifier of a folder holds where a path is sent, too. */
export function wantedPlacement(
  { folder_id: id, folder_path: path, visibility }: PlacementBody,
  { reading }: Pick<RouteRequest<unknown, unknown, unknown>, 'reading'>,
): WantedPlacement {
  return { ...given('folder', chosenFolder({ id, path, reading })), ...given('visibility', visibility) };
}

/** No member for null and undefined. */
export function given<K extends string, T>(name: K, value: T | null | undefined): { [name in K]?: T } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [name in K]?: T });
}

type CheckedBody = Pick<ContentBody, 'title' | 'metadata' | 'folder_id' | 'folder_path'>;

/** Raises a validation error as `checkChanges`, and for too many tags. */
export function checkContent(body: CheckedBody, limits: Limits): void {
  checkChanges(body, limits);
  checkTaggedTitle({ title: body.title, metadata: body.metadata ?? null });
}

/** Raises a validation error as `checkFolderPath`, and for too large metadata. */
export function checkChanges(body: Omit<CheckedBody, 'title'>, limits: Limits): void {
  checkMetadataSize(body, limits);
  checkFolderPath(body, limits);
}

/** Raises a validation error if the document metadata exceeds `limits.metadataBytes` bytes of JSON. */
function checkMetadataSize(body: Pick<ContentBody, 'metadata'>, limits: Limits): void {
  const bytes = body.metadata ? Buffer.byteLength(JSON.stringify(body.metadata)) : 0;
  if (bytes <= limits.metadataBytes) return;
  throw validationError([
    { path: '/metadata', message: `must be at most ${limits.metadataBytes} bytes of JSON, not ${bytes}` },
  ]);
}

type Keyed = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'bodyBytes' | 'idempotencyKey'>;

/** Undefined without an Idempotency-Key. The digest of large content is queued in `largeWork`. */
export async function keyedContent(
  content: Content,
  { actor, bodyBytes, idempotencyKey: key }: Keyed,
  largeWork: CooperativeQueue,
): Promise<KeyedContent | undefined> {
  if (key === undefined) return undefined;
  return { key, digest: await largeWork.run(actor.owner, bodyBytes, () => contentDigest(content)) };
}
