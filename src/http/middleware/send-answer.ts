import { Readable } from 'node:stream';
import type { AnswerBudget, AnswerShare, Recipient } from '../answer-budget.js';
import { clientNetwork } from '../client-network.js';
import { coderBytes, compressAnswer, isWorthCoding } from '../compress-answer.js';
import type { HttpContext, Middleware } from '../state.js';

/** Answers below this are not counted: those of all connections together are few enough. */
const LEAST_BOOKED_BYTES = 4_096;
/** A larger body is written piece by piece: its client's pace can be seen then, and others have their turn between. */
const PIECE_BYTES = 64 * 1024;
/** What an answer that is made while it is written holds at a time, about. */
const STREAM_BYTES = 16 * PIECE_BYTES;

/**
 * The last step of every answer: its bytes are booked, and it is compressed or written piece by piece. Raises
 * `OverloadedError` where too many are under way.
 */
export function sendAnswer(budget: AnswerBudget): Middleware {
  const code = compressAnswer();
  return async (ctx, next) => {
    varyByCoding(ctx);
    let share: AnswerShare | undefined;
    const hold = (bytes: number) => {
      if (bytes < LEAST_BOOKED_BYTES) return;
      share ??= budget.open(recipientOf(ctx), ctx.res);
      share.raiseTo(bytes);
    };
    ctx.state.hold = hold;
    try {
      await next();
      if (!hasContent(ctx) || ctx.res.closed) return;
      const { length } = ctx.response;
      if (ctx.req.method === 'HEAD') {
        leaveOutLength(ctx, length);
      } else {
        hold((length ?? STREAM_BYTES) + coderBytes(length));
        await code(ctx, length);
        sendInPieces(ctx);
      }
    } finally {
      share?.endWork();
    }
  };
}

/** `ctx.vary` parses what there is: that is needed only where there is something. */
function varyByCoding(ctx: HttpContext): void {
  if (ctx.res.hasHeader('Vary')) ctx.vary('Accept-Encoding');
  else ctx.res.setHeader('Vary', 'Accept-Encoding');
}

function recipientOf(ctx: HttpContext): Recipient {
  const owner = ctx.state.actor?.owner;
  return owner === undefined ? { address: clientNetwork(ctx.ip) } : { owner };
}

function hasContent({ response: { body, status } }: HttpContext): boolean {
  return body !== undefined && body !== null && status !== 304;
}

/** Of an answer to HEAD where that to GET may be compressed, and have another one. */
function leaveOutLength(ctx: HttpContext, length: number | undefined): void {
  if (isWorthCoding(ctx, length)) sendNoContent(ctx);
}

/** For an answer to HEAD, or a 304: as an answer with content, and without its length. */
export function sendNoContent(ctx: HttpContext): void {
  ctx.body = Readable.from([]);
  ctx.remove('Content-Length');
}

function sendInPieces(ctx: HttpContext): void {
  const { body } = ctx;
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || body.length <= PIECE_BYTES) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  ctx.body = Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: PIECE_BYTES });
  ctx.length = bytes.length;
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}
