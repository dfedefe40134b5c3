import compress from 'koa-compress';
import { constants } from 'node:zlib';
import type { HttpContext, Middleware } from './state.js';

/** Answers below this are not worth compressing. */
const THRESHOLD_BYTES = 2_048;
/**
 * Up to this an answer may be coded as Brotli: all of it that is coded finds room in the buffers of its connection. A
 * Brotli coder of a larger one keeps megabytes while its client does not read, one of gzip a quarter of one.
 */
const LARGEST_BROTLI_BYTES = 64 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Of gzip: takes as much CPU as Brotli at 4, and makes about as little of it. */
export const GZIP_LEVEL = 5;
/** What a coder keeps beside the answer. */
const CODER_BYTES = 256 * 1024;
/** Only so can a client refuse an answer without a coding. */
const REFUSING = /;\s*q=0/i;

/** Compresses an answer for a client that asks for it. `length` in bytes; undefined: it is made while it is written. */
export function compressAnswer(): (ctx: HttpContext, length: number | undefined) => Promise<void> {
  // Each Node has the same codings: those before 22.15 have no zstd.
  const code = compress({
    threshold: THRESHOLD_BYTES,
    gzip: { level: GZIP_LEVEL },
    br: (_type?: string, size?: number) => (isSmall(size) ? BROTLI : false),
    zstd: false,
  } as Parameters<typeof compress>[0]) as Middleware;
  return async (ctx, length) => {
    if (isWorthCoding(ctx, length) && !refusesAll(ctx, length)) await code(ctx, () => Promise.resolve());
  };
}

export function isWorthCoding({ req }: HttpContext, length: number | undefined): boolean {
  return (length === undefined || length >= THRESHOLD_BYTES) && Boolean(req.headers['accept-encoding']);
}

/** Whether the answer is coded with gzip for this client. */
export function isForGzip(ctx: HttpContext, length: number): boolean {
  return !isSmall(length) && isWorthCoding(ctx, length) && ctx.acceptsEncodings('gzip', 'deflate', 'identity') === 'gzip';
}

/** What a coder of the answer takes, in bytes; 0 for those that are coded at once. */
export function coderBytes(length: number | undefined): number {
  return isSmall(length) ? 0 : CODER_BYTES;
}

/** A client that takes no coding there is, and not even none, gets the answer as it is: `koa-compress` would fail. */
function refusesAll(ctx: HttpContext, length: number | undefined): boolean {
  if (!REFUSING.test(ctx.get('Accept-Encoding'))) return false;
  return ctx.acceptsEncodings(['gzip', 'deflate', 'identity', ...(isSmall(length) ? ['br'] : [])]) === false;
}

function isSmall(length: number | undefined): boolean {
  return length !== undefined && length <= LARGEST_BROTLI_BYTES;
}
