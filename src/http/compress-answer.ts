import compress from 'koa-compress';
import { constants } from 'node:zlib';
import type { HttpContext, Middleware } from './state.js';

/** Answers below this are not worth compressing. */
export const COMPRESSION_THRESHOLD_BYTES = 2_048;
/**
 * Up to this an answer may be coded as Brotli: all of it that is coded finds room in the buffers of its connection. A
 * Brotli coder of a larger one keeps megabytes while its client does not read, one of gzip a quarter of one.
 */
const LARGEST_BROTLI_BYTES = 64 * 1024;
/** Of gzip: takes as much CPU as Brotli at 4, and makes about as little of it. */
const GZIP_LEVEL = 5;
/** Only so can a client refuse an answer without a coding. */
const REFUSING = /;\s*q=0/i;
/** What a coder keeps beside the answer. */
const CODER_BYTES = 256 * 1024;

/** Compresses answers for clients that ask for it. Each Node has the same codings. */
export function compressAnswer(): Middleware {
  return compress({
    threshold: COMPRESSION_THRESHOLD_BYTES,
    gzip: { level: GZIP_LEVEL },
    br: (_type?: string, size?: number) => (isSmall(size) ? BROTLI : false),
    zstd: false,
  } as Parameters<typeof compress>[0]) as Middleware;
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** `size`: of the answer in bytes; undefined: it is made while it is written. */
function isSmall(size: number | undefined): boolean {
  return size !== undefined && size <= LARGEST_BROTLI_BYTES;
}

/** A client that takes no coding there is, and not even none, gets the answer as it is: `koa-compress` would fail. */
export const leaveUncoded: Middleware = async (ctx, next) => {
  await next();
  if (!REFUSING.test(ctx.get('Accept-Encoding'))) return;
  const codings = ['gzip', 'deflate', 'identity', ...(isSmall(ctx.response.length) ? ['br'] : [])];
  if (ctx.acceptsEncodings(codings) === false) ctx['compress'] = false;
};

/** What a coder of the answer takes, in bytes; 0 for those that are coded at once. */
export function coderBytes(ctx: HttpContext): number {
  return isSmall(ctx.response.length) ? 0 : CODER_BYTES;
}
