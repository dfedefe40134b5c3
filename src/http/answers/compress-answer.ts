import compress from 'koa-compress';
import { constants } from 'node:zlib';
import type { HttpContext, Middleware } from '../state.js';

const THRESHOLD_BYTES = 2_048;
/**
 * The largest answer coded as Brotli: its coded form fits the connection's buffers. For larger answers a Brotli coder
 * keeps megabytes while the client does not read, a gzip coder a quarter of a megabyte.
 */
const LARGEST_BROTLI_BYTES = 64 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** At this level gzip takes as much CPU as Brotli at 4, and compresses about as well. */
export const GZIP_LEVEL = 5;
const CODER_BYTES = 256 * 1024;
/** A client can refuse an uncoded answer only with `q=0`. */
const REFUSING = /;\s*q=0/i;

/** Compresses an answer if the client asks for it. `length`: bytes, or undefined for a streamed answer. */
export function compressAnswer(): (ctx: HttpContext, length: number | undefined) => Promise<void> {
  // zstd is off: Node before 22.15 lacks it, and all Node versions must offer the same codings.
  const code = compress({
    threshold: THRESHOLD_BYTES,
    gzip: { level: GZIP_LEVEL },
    br: (_type?: string, size?: number) => (isSmall(size) ? BROTLI : false),
    zstd: false,
  }) as Middleware;
  return async (ctx, length) => {
    if (isWorthCoding(ctx, length) && !refusesAll(ctx, length)) await code(ctx, () => Promise.resolve());
  };
}

export function isWorthCoding({ req }: HttpContext, length: number | undefined): boolean {
  return (length === undefined || length >= THRESHOLD_BYTES) && Boolean(req.headers['accept-encoding']);
}

export function isForGzip(ctx: HttpContext, length: number): boolean {
  return (
    !isSmall(length) && isWorthCoding(ctx, length) && ctx.acceptsEncodings('gzip', 'deflate', 'identity') === 'gzip'
  );
}

/** The memory that coding takes, in bytes; 0 for answers that are coded at once. */
export function coderBytes(length: number | undefined): number {
  return isSmall(length) ? 0 : CODER_BYTES;
}

/** A client that refuses every coding and also `identity` gets the answer uncoded: `koa-compress` would fail. */
function refusesAll(ctx: HttpContext, length: number | undefined): boolean {
  if (!REFUSING.test(ctx.get('Accept-Encoding'))) return false;
  return ctx.acceptsEncodings(['gzip', 'deflate', 'identity', ...(isSmall(length) ? ['br'] : [])]) === false;
}

function isSmall(length: number | undefined): boolean {
  return length !== undefined && length <= LARGEST_BROTLI_BYTES;
}
