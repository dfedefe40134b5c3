import { unsupportedType } from '../../domain/errors.js';
import { askForBody, codingOf } from '../body/decoders.js';
import { compileRoute } from '../compile-route.js';
import { timeByLine } from '../limits/request-clock.js';
import type { Tracer } from '../../platform/tracer.js';
import type { LineRules, Route } from '../route.js';
import type { Middleware } from '../state.js';
import { ANSWER_BYTES, LineRun, type LineRunServices } from './line-run.js';

export type LineServices = LineRunServices & { tracer: Tracer };

const NDJSON = 'application/x-ndjson';
/** Lines have several names, and `fetch` sends text/plain for a text. */
export const LINE_TYPES = [NDJSON, 'application/ndjson', 'application/jsonl', 'application/json', 'text/plain'];
/** curl sends the last one if nobody sets a type. */
const TAKEN_TYPES = ['', ...LINE_TYPES, 'application/x-www-form-urlencoded'];
const BROTLI_WINDOW_BYTES = 16 * 1024 * 1024;

/** Answers each line of the body by a line, as they come. */
export function runLines(route: Route, rules: LineRules, services: LineServices): Middleware {
  const compiled = { ...compileRoute(route, services.tracer), rules };
  return (ctx) => {
    const [type = ''] = ctx.get('Content-Type').split(';');
    if (!TAKEN_TYPES.includes(type.trim().toLowerCase())) throw unsupportedType(LINE_TYPES);
    ctx.state.bookBytes?.(ANSWER_BYTES + (codingOf(ctx.req) === 'br' ? BROTLI_WINDOW_BYTES : 0));
    timeByLine(ctx.req);
    const run = new LineRun(ctx, compiled, services);
    askForBody(ctx);
    ctx.res.once('finish', () => {
      // The rest of the request may never come, and a process that ends takes no other one.
      if (!ctx.req.complete || services.draining.aborted) ctx.req.socket.destroySoon();
    });
    ctx.body = run.answer();
    ctx.type = NDJSON;
    ctx['compress'] = false;
    ctx.flushHeaders();
    ctx.state.lineWork = run.run();
  };
}
