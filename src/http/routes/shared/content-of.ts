import type { Static } from '@sinclair/typebox';
import { contentDigest } from '../../../domain/content/content-digest.js';
import { contentHashInSteps, type HashedContent } from '../../../domain/content/content-hash.js';
import type { Content, NewBlock, Visibility } from '../../../domain/document.js';
import { validationError, type FieldFault } from '../../../domain/errors.js';
import type { KeyedContent } from '../../../domain/idempotency.js';
import type { SentAttached } from '../../../domain/content/assets.js';
import { checkTaggedTitle } from '../../../domain/content/tagged-title.js';
import { ASSET_NAME_BYTES, type Limits } from '../../../domain/limits.js';
import type { HashContent } from '../../../operations/patch-document.js';
import type { WantedPlacement } from '../../../operations/folders/plan-placement.js';
import type { CooperativeQueue } from '../../limits/cooperative-queue.js';
import type { RouteRequest, RouteServices } from '../../route.js';
import type { pushVersionBody } from '../../schemas/contents.js';
import { checkFolderPath, chosenFolder } from './folder-path.js';
import { fileTypesOf, sentFile, titleOfKey, type FileBody } from './sent-file.js';

type ContentBody = Static<ReturnType<typeof pushVersionBody>>;

type Hashing = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'bodyBytes'>;

type Sending = {
  request: Hashing;
  services: Pick<RouteServices, 'largeWork' | 'conversion' | 'limits'>;
  /** The own key of the document, for a file without a title. */
  keyOf(): string | undefined | Promise<string | undefined>;
  /** Of a file without a title, instead. */
  keptTitle?: string | null | undefined;
};

/** `visibility`: of request and file; null: neither says. */
type ReadContent = { content: Omit<HashedContent, 'contentHash'>; visibility: Visibility | null };
export type SentContent = { content: HashedContent; visibility: Visibility | null };

/** With its hash. Raises as `readContent`. */
export async function sentContent(body: ContentBody & FileBody, sending: Sending): Promise<SentContent> {
  const { request, services } = sending;
  const { content, visibility } = await readContent(body, sending);
  const contentHash = await hasher(request, services.largeWork)(content, request.bodyBytes);
  return { content: { ...content, contentHash }, visibility };
}

/** Raises a validation error for a file that is no document. */
export async function readContent(
  body: ContentBody & FileBody,
  { request, services, keyOf, keptTitle }: Sending,
): Promise<ReadContent> {
  const { limits } = services;
  const file = await sentFile(body, { ...services, owner: request.actor.owner });
  const title = body.title ?? file?.title ?? (file && keptTitle) ?? (file && titleOfKey(await keyOf()));
  if (title === undefined) throw validationError([{ path: '/title', message: 'is required' }]);
  const content = { ...(file ?? contentOf(body)), title };
  if (file) {
    checkMetadataSize(content, limits);
    checkTaggedTitle(content);
  }
  return {
    content: { ...content, ...sentAttached(body), source: file?.source ?? null },
    visibility: file ? file.visibility : (body.visibility ?? null),
  };
}

/** Null counts as absent. */
export function sentAttached({ assets, root }: Pick<ContentBody, 'assets' | 'root'>): SentAttached {
  return { ...given('assets', assets && new Map(Object.entries(assets))), ...given('root', root) };
}

/** The hash of large content is made in steps. */
export function hasher({ actor }: Pick<Hashing, 'actor'>, largeWork: CooperativeQueue): HashContent {
  return (content, bytes) => largeWork.runInSteps(actor.owner, bytes, contentHashInSteps(content));
}

/** Of a body without a file. */
export function contentOf(body: ContentBody): Omit<Content, 'title'> {
  return {
    contentType: body.content_type ?? 'markdown',
    metadata: body.metadata ?? null,
    blocks: blocksOf(body.blocks ?? []),
  };
}

export function blocksOf(blocks: NonNullable<ContentBody['blocks']>): NewBlock[] {
  return blocks.map(({ type, content, metadata }) => ({ type, content, metadata: metadata ?? null }));
}

type PlacementBody = {
  folder_id?: string | null;
  folder_path?: string | null;
  visibility?: Visibility | null | undefined;
};

/** Null counts as absent. An identifier of a folder holds where a path is sent, too. */
export function wantedPlacement({ folder_id: id, folder_path: path, visibility }: PlacementBody): WantedPlacement {
  return { ...given('folder', chosenFolder({ id, path })), ...given('visibility', visibility) };
}

/** No member for null and undefined. */
export function given<K extends string, T>(name: K, value: T | null | undefined): { [name in K]?: T } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [name in K]?: T });
}

type CheckedBody = Pick<ContentBody, 'metadata' | 'folder_id' | 'folder_path' | 'assets'> & FileBody;

/** Raises a validation error as `checkChanges`, and for too many tags. */
export function checkContent(body: CheckedBody, limits: Limits): void {
  const { title, metadata = null } = body;
  checkChanges(body, limits);
  if (typeof title === 'string') checkTaggedTitle({ title, metadata });
}

/** Raises a validation error as `checkFolderPath`, for too large metadata or names, and for a file beside blocks. */
export function checkChanges(body: CheckedBody, limits: Limits): void {
  checkFile(body);
  checkMetadataSize(body, limits);
  checkFolderPath(body, limits);
  checkAssetNames(Object.keys(body.assets ?? {}), '/assets');
}

function checkFile(body: FileBody): void {
  const [type, second] = fileTypesOf(body);
  if (type === undefined) return;
  const faults: FieldFault[] = [];
  if (Array.isArray(body.blocks)) faults.push({ path: `/${type}`, message: 'must not be beside blocks' });
  if (second !== undefined) faults.push({ path: `/${second}`, message: `must not be beside ${type}` });
  if ((body.content_type ?? type) !== type) {
    faults.push({ path: '/content_type', message: `must be ${type}, or absent, beside ${type}` });
  }
  if (faults.length > 0) throw validationError(faults);
}

export function checkAssetNames(names: Iterable<string>, path = ''): void {
  const message = `must be a name of 1 to ${ASSET_NAME_BYTES} bytes of UTF-8`;
  const wrong = [...names].filter((name) => name === '' || Buffer.byteLength(name) > ASSET_NAME_BYTES);
  if (wrong.length > 0) throw validationError(wrong.map((name) => ({ path: `${path}/${name}`, message })));
}

/** Raises a validation error if the document metadata exceeds `limits.metadataBytes` bytes of JSON. */
export function checkMetadataSize(body: Pick<ContentBody, 'metadata'>, limits: Pick<Limits, 'metadataBytes'>): void {
  const bytes = body.metadata ? Buffer.byteLength(JSON.stringify(body.metadata)) : 0;
  if (bytes <= limits.metadataBytes) return;
  throw validationError([
    { path: '/metadata', message: `must be at most ${limits.metadataBytes} bytes of JSON, not ${bytes}` },
  ]);
}

type Keyed = Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'bodyBytes' | 'idempotencyKey'>;

/** Undefined without an Idempotency-Key. The digest of large content is queued in `largeWork`. */
export async function keyedContent(
  content: Parameters<typeof contentDigest>[0],
  { actor, bodyBytes, idempotencyKey: key }: Keyed,
  largeWork: CooperativeQueue,
): Promise<KeyedContent | undefined> {
  if (key === undefined) return undefined;
  return { key, digest: await largeWork.run(actor.owner, bodyBytes, () => contentDigest(content)) };
}
