import type { LivingHead } from '../../../domain/head.js';
import { mediaTypeOf } from '../../../domain/content/source.js';
import type { Version } from '../../../domain/version.js';
import type { ReadContent } from '../../../operations/get-document.js';
import { bufferOf } from '../../../render/worker/render-pool.js';
import { sent } from '../../../render/worker/sent-version.js';
import { FILE_END } from '../../answers/wants-file.js';
import type { Reply, RouteServices } from '../../route.js';

type Wanted = { head: LivingHead; read: ReadContent; tag: string; owner: string; bookBytes(bytes: number): void };

/** The source of a version; of one without, what can be made of its blocks. */
export function fileReply(
  { head, read, tag, owner, bookBytes }: Wanted,
  { largeWork, render }: Pick<RouteServices, 'largeWork' | 'render'>,
): Reply {
  return {
    status: 200,
    etag: `"${tag}${FILE_END}"`,
    isNegotiated: true,
    headers: { 'Content-Type': typeOf(head), 'Content-Security-Policy': "default-src 'none'; sandbox" },
    loadFile: async () => {
      const { version, bytes } = await read(bookBytes);
      if (version.source) return { type: typeOf(version), bytes: Buffer.from(version.source.text) };
      const blocks = await largeWork.runInSteps(owner, bytes, sent(version));
      const made = await render({ line: 'owners', asker: owner }, { kind: 'text', version: blocks });
      return { type: typeOf(version), bytes: bufferOf(made) };
    },
  };
}

function typeOf({ contentType }: Pick<Version, 'contentType'>): string {
  return `${mediaTypeOf(contentType)}; charset=utf-8`;
}
