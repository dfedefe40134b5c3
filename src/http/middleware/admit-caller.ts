import type { Actor } from '../../domain/api-key.js';
import { OverloadedError, QuireError } from '../../domain/errors.js';
import type { Limits } from '../../domain/limits.js';
import type { Authenticate } from '../../operations/auth/authenticate.js';
import { KeyedQueue, type Turn } from '../../platform/keyed-queue.js';
import { StoredBytes } from '../../operations/write/stored-bytes.js';
import type { Counters, Epoch, RateWindow, ReservedBytes, WindowName } from '../../ports/counters.js';
import type { SeenKeys } from '../../ports/seen-keys.js';
import { clientNetwork } from '../limits/client-network.js';
import { BULK_PATH, LIMITS_PATH, PREVIEW_PATH } from '../paths.js';
import { sentKey } from './sent-key.js';
import type { HttpContext, Middleware } from '../state.js';

type Admit = {
  authenticate: Authenticate;
  counters: Counters & Pick<SeenKeys, 'wasKeySeen'>;
  /** The owner's newest epoch whose writes are all visible here. The counters report the writes after it. */
  coveredBy(owner: string): Epoch | undefined;
  unauthenticatedPerMinute: number;
  limits: Pick<Limits, 'bodyBytes'>;
};

/** These are shown the window of bytes, but are not checked against it. */
const SHOWN_BYTES = new Set<string | undefined>([LIMITS_PATH, BULK_PATH]);
/** Look-ups of unknown keys allowed for an address over its limit. */
const LOOK_UPS_PER_SECOND = 5;
/** Concurrent look-ups of unknown keys for one address. */
const LOOK_UPS = {
  mostOfOne: 8,
  waitMs: 10_000,
  refusal: () => new OverloadedError('too many look-ups of keys of one address are under way'),
};

/**
 * Authenticates the key, then applies the rate limits. A caller without a valid key counts against the address, so
 * every answer has rate-limit headers. An address over its limit gets only a few key look-ups a second: a new key
 * passes a flood of invented ones, at almost no cost to the object store. The owner's write epoch comes in the same
 * round trip, before anything else is read.
 */
export function admitCaller(options: Admit): Middleware {
  const { counters, coveredBy, limits } = options;
  const checkKey = createCheckKey(options);
  return async (ctx, next) => {
    const actor = await checkKey(ctx);
    ctx.state.actor = actor;
    const askedAt = performance.now();
    const since = ctx.method === 'GET' || ctx.method === 'HEAD' ? coveredBy(actor.owner) : undefined;
    const bytes = SHOWN_BYTES.has(ctx.state.route) ? 'shown' : storedBytes(ctx, limits.bodyBytes);
    const admission = await counters.admit(actor.owner, actor.plan, { since, bytes });
    const { refusedBy, minute, day, epoch, changes } = admission;
    ctx.state.admission = admission;
    ctx.state.reading = epoch && { epoch, changes, askedAt };
    showWindow(ctx, refusedBy === 'day' ? { ...minute, remaining: 0, resetInMs: day.resetInMs } : minute);
    if (refusedBy) refuse(ctx, refusedBy, admission[refusedBy] as RateWindow);
    const stored = storedBytesOf(ctx, counters, { actor, reserved: admission.reserved });
    ctx.state.stored = stored;
    await next().finally(() => stored.release());
  };
}

type Reserved = { actor: Actor; reserved: ReservedBytes | undefined };

function storedBytesOf(ctx: HttpContext, counters: Counters, { actor: { owner, plan }, reserved }: Reserved) {
  const limit = ctx.state.route === PREVIEW_PATH ? undefined : plan.bytesPerDay;
  const full = (window: RateWindow) => refuse(ctx, 'bytes', window);
  return new StoredBytes({ counters, owner, limit, reserved, refuse: full });
}

/** A look-up counts only after it found nothing, so few may run at once. A key that was seen does not wait. */
function createCheckKey({ authenticate, counters, unauthenticatedPerMinute }: Admit) {
  const limit = { scope: 'unauthenticated', perMinute: unauthenticatedPerMinute };
  const turns = new KeyedQueue(LOOK_UPS);
  return async (ctx: HttpContext): Promise<Actor> => {
    let turn: Turn | undefined;
    try {
      return await authenticate(sentKey(ctx), async (keyHash) => {
        const address = clientNetwork(ctx.ip);
        if (turns.isBusy(address) && (await counters.wasKeySeen(keyHash))) return;
        turn = await turns.enter(address);
        await admitLookUp(ctx, counters, { ...limit, keyHash });
      });
    } catch (error) {
      if (!isRateLimited(error)) await admitAddress(ctx, counters, limit);
      throw error;
    } finally {
      turn?.end();
    }
  };
}

const STORING = new Set(['POST', 'PUT', 'PATCH']);

/**
 * What is reserved for the body: Content-Length of an uncoded one. 0: unknown until the body is read, ignored (restore)
 * or too large. Undefined: nothing is stored.
 */
function storedBytes(ctx: HttpContext, most: number): number | undefined {
  if (!STORING.has(ctx.method) || ctx.state.route === PREVIEW_PATH) return undefined;
  const { 'content-length': length, 'content-encoding': coding, 'transfer-encoding': transfer } = ctx.headers;
  const isKnown = coding === undefined && transfer === undefined && !ctx.state.route?.endsWith('/restore');
  const bytes = isKnown ? Number(length ?? 0) : 0;
  return bytes <= most ? bytes : 0;
}

type AddressLimit = { scope: string; perMinute: number };

/** Counts a request against its address and sets the rate-limit headers. Raises `RATE_LIMITED`. */
export async function admitAddress(ctx: HttpContext, counters: Counters, limit: AddressLimit): Promise<void> {
  showWindow(ctx, await countAddress(ctx, counters, limit));
}

/** As `admitAddress`, but sets the headers only on refusal: the answer shows another window. */
export async function countAddress(
  ctx: HttpContext,
  counters: Counters,
  { scope, perMinute }: AddressLimit,
): Promise<RateWindow> {
  const { allowed, window } = await counters.admitAddress(scope, clientNetwork(ctx.ip), perMinute);
  if (allowed) return window;
  showWindow(ctx, window);
  return refuse(ctx, 'minute', window);
}

async function admitLookUp(
  ctx: HttpContext,
  counters: Counters,
  ask: { scope: string; perMinute: number; keyHash: string },
): Promise<void> {
  const address = clientNetwork(ctx.ip);
  const { allowed, window } = await counters.admitLookUp({ ...ask, address, perSecond: LOOK_UPS_PER_SECOND });
  if (allowed) return;
  showWindow(ctx, window);
  refuse(ctx, 'minute', window);
}

function isRateLimited(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'RATE_LIMITED';
}

function showWindow(ctx: HttpContext, window: RateWindow): void {
  const { res } = ctx;
  res.setHeader('X-RateLimit-Limit', window.limit);
  res.setHeader('X-RateLimit-Remaining', window.remaining);
  res.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + window.resetInMs) / 1000));
}

/** In whole seconds. */
export function secondsLeft({ resetInMs }: RateWindow): number {
  return Math.max(1, Math.ceil(resetInMs / 1000));
}

function refuse(ctx: HttpContext, window: WindowName, left: RateWindow): never {
  ctx.set('Retry-After', String(secondsLeft(left)));
  throw new QuireError('RATE_LIMITED', { window });
}
