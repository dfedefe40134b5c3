/**
 * What a create or a push writes, and nothing else: the object of the version, by create-if-absent, then the lines of
 * head and summary. No request is read, nobody is asked who may do it, and no head is looked at before.
 */
import { contentHash } from '../../../src/domain/content/content-hash.js';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { headAddress, summaryAddress } from '../../../src/adapters/opensearch/model/addresses.js';
import { linesOf } from '../../../src/adapters/opensearch/documents/bulk-writer.js';
import { makeClient } from '../../support/opensearch-client.js';
import { sourceOfHead, sourceOfSummary } from '../../../src/adapters/opensearch/model/sources.js';
import { makeS3Client } from '../../../src/adapters/s3/s3-client.js';
import type { Content } from '../../../src/domain/document.js';
import { headOf } from '../../../src/domain/head.js';
import { newId, rootFolderId } from '../../../src/domain/ids.js';
import { summarize, type Version } from '../../../src/domain/version.js';
import { slotKey } from '../../../src/log/object-keys.js';
import { encodeSlot } from '../../../src/log/slot-codec.js';
import { newVersion, numberBlocks } from '../../../src/operations/write/new-version.js';
import { answerParent } from '../support/answer-parent.js';
import { closedLoop, type Looping } from './closed-loop.js';
import { clusterConfig } from './cluster-config.js';
import { GroupedBulk } from './grouped-bulk.js';

export type Writing = Looping & { what: 'create' | 'push'; contents: readonly Content[]; documents: number };

const OWNER = 'reference';
const { s3, openSearch } = clusterConfig();
const index = openSearch.indexPrefix;

const grouped = new GroupedBulk(makeClient(openSearch));
const ownS3 = makeS3Client(s3);

/** The documents that are pushed to. */
const pushed: { id: string; versions: number }[] = [];

answerParent((writing: Writing) => closedLoop(writing, (n) => write(nextVersion(writing, n))));

async function write(version: Version): Promise<void> {
  const {
    document: { id },
    version: number,
  } = version;
  const object = {
    Bucket: s3.bucket,
    Key: s3.prefix + slotKey(id, number),
    Body: encodeSlot(version),
    IfNoneMatch: '*',
  };
  const typed = { ...object, ContentLength: object.Body.byteLength, ContentType: 'application/json' };
  await ownS3.send(new PutObjectCommand(typed));
  return grouped.submit(linesFor(version));
}

function linesFor(version: Version): string {
  const { id } = version.document;
  const head = { index, alias: true, address: headAddress(id), source: sourceOfHead(headOf(version)) };
  const summary = { address: summaryAddress(id, version.version), source: sourceOfSummary(summarize(version)) };
  return (
    linesOf({ kind: version.version === 1 ? 'create' : 'index', ...head }) +
    linesOf({ kind: 'index', index, alias: true, ...summary })
  );
}

function nextVersion({ what, contents, documents }: Writing, n: number): Version {
  const content = contents[n % contents.length] as Content;
  const [id, version] = what === 'create' ? [newId(OWNER), 1] : nextOf(n % documents);
  const createdAt = new Date().toISOString();
  const document = {
    id,
    owner: OWNER,
    folderId: rootFolderId(OWNER),
    visibility: 'private' as const,
    createdAt,
    byKey: null,
  };
  const author = { keyId: 'key_0VxMaoX6mGWi', label: null };
  const parts = { document, version, createdAt, author, idempotency: null };
  const hashed = { contentHash: contentHash(content), source: null };
  return newVersion(parts, { ...content, ...hashed, blocks: numberBlocks(content.blocks) });
}

function nextOf(at: number): [id: string, version: number] {
  const document = (pushed[at] ??= { id: newId(OWNER), versions: 0 });
  return [document.id, ++document.versions];
}
