import { Readable } from 'node:stream';
import type { AnswerBudget, AnswerShare, Recipient } from '../limits/answer-budget.js';
import { clientNetwork } from '../limits/client-network.js';
import { coderBytes, compressAnswer, isWorthCoding } from '../answers/compress-answer.js';
import type { HttpContext, Middleware } from '../state.js';

/** Smaller answers are not booked: those of all connections together are few enough. */
const LEAST_BOOKED_BYTES = 4_096;
/** Larger bodies are written in pieces: this shows the client's pace and lets other work run between. */
const PIECE_BYTES = 64 * 1024;
/** The approximate memory of a streamed answer. */
const STREAM_BYTES = 16 * PIECE_BYTES;

/** The last step of every answer: book its bytes, then compress or split it. Raises `OverloadedError` without room. */
export function sendAnswer(budget: AnswerBudget): Middleware {
  const code = compressAnswer();
  return async (ctx, next) => {
    varyByCoding(ctx);
    let share: AnswerShare | undefined;
    const bookBytes = (bytes: number) => {
      if (bytes < LEAST_BOOKED_BYTES) return;
      share ??= budget.open(recipientOf(ctx), ctx.res);
      share.raiseTo(bytes);
    };
    ctx.state.bookBytes = bookBytes;
    ctx.state.bookWork = () => budget.open(recipientOf(ctx));
    try {
      await next();
      if (!hasContent(ctx) || ctx.res.closed) return;
      const { length } = ctx.response;
      if (ctx.req.method === 'HEAD') {
        leaveOutLength(ctx, length);
      } else {
        bookBytes((length ?? STREAM_BYTES) + coderBytes(length));
        await code(ctx, length);
        sendInPieces(ctx);
      }
    } finally {
      share?.endWork();
    }
  };
}

/** `ctx.vary` parses the header, which is needed only if there is one. */
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

/** The answer to GET may be compressed, with another length. */
function leaveOutLength(ctx: HttpContext, length: number | undefined): void {
  if (isWorthCoding(ctx, length)) sendNoContent(ctx);
}

/** For HEAD and 304: the headers of an answer with content, without its length. */
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
