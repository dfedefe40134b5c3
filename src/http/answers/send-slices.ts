import { Readable } from 'node:stream';
import { failureOf } from '../../domain/errors.js';
import type { HttpContext } from '../state.js';

const HANG_UPS = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/**
 * Streams an answer at the client's pace. Raises what the first piece raises. A failure of a later piece destroys the
 * connection, because an answer that ends looks whole. A compressor would not pass on the failure and would wait for
 * ever.
 */
export async function sendSlices(ctx: HttpContext, slices: AsyncIterable<string>): Promise<void> {
  if (ctx.method === 'HEAD') return;
  const iterator = slices[Symbol.asyncIterator]();
  const first = await iterator.next();
  const body = Readable.from(startingWith(first, iterator), { objectMode: false });
  body.once('error', (error) => {
    ctx.state.failure = failureOf(error);
    ctx.res.destroy();
  });
  ctx.body = body;
}

/** Whether the request's own log line covers an error that Koa raises while it writes an answer. */
export function isAlreadyLogged(error: unknown, ctx: HttpContext | undefined): boolean {
  const failure = ctx?.state.failure;
  const isOfSlices = failure !== undefined && (error === failure || error === failure.cause);
  return isOfSlices || HANG_UPS.includes(String((error as NodeJS.ErrnoException | undefined)?.code));
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}
