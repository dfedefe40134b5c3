import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Redis, type Cluster } from 'ioredis';
import type { RedisConfig } from '../../config/config.js';
import { UnavailableError } from '../../domain/errors.js';
import type {
  AddressAdmission,
  Admission,
  BytesOutcome,
  BytesWish,
  QuotaRequest,
  EpochBump,
  LookUp,
  RateLimits,
  ReservedBytes,
  Written,
} from '../../ports/counters.js';
import type { CounterStore } from '../../ports/counter-store.js';
import type {
  CountRound,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  ReservationOutcome,
} from '../../ports/month-counts.js';
import { connectRedis } from './connect.js';
import { GroupedWrites } from './grouped-writes.js';
import type { ReserveReply } from './connect.js';
import { checkedBytes, NONE, presentWindow, readChange, reservationOf, uncounted, writeChange } from './replies.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A lost epoch returns with a new incarnation, which costs one refresh. An owner who stops writing needs no epoch. */
const EPOCH_LIFE_MS = 7 * DAY_MS;
/** More changes than a search merges, kept for longer than changes wait for a refresh. */
const CHANGES_KEPT = 128;
const CHANGES_LIFE_MS = MINUTE_MS;
/** At a month's end, requests under way and clocks that differ must still find the month's count. */
const MONTH_GRACE_MS = 7 * DAY_MS;
/** When the generation is lost, all months are counted anew. */
const GENERATION_LIFE_MS = 90 * DAY_MS;
/** Connecting takes more round trips than a command. */
const PING_TIMEOUT_MS = 2_000;

/** Each call is one atomic command. `admitLookUp` takes up to three, and reading or reserving a quota two. */
export class RedisCounters implements CounterStore {
  readonly #redis: Redis | Cluster;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #settleMs: number;
  readonly #writes: GroupedWrites | undefined;
  #connectionFault: Error | undefined;

  /** Connects in the background. Until then calls raise `UnavailableError`. */
  constructor(options: RedisConfig) {
    this.#prefix = options.prefix;
    this.#timeoutMs = options.timeoutMs;
    this.#settleMs = options.settleMs;
    this.#redis = connectRedis(options.url);
    this.#writes = this.#redis instanceof Redis ? new GroupedWrites(this.#redis) : undefined;
    this.#redis.on('error', (error: Error) => {
      this.#connectionFault = error;
    });
    this.#redis.on('ready', () => {
      this.#connectionFault = undefined;
    });
  }

  /** Waits for the connection, for 2 seconds at most. */
  async ping(): Promise<void> {
    await this.#ask(async (redis) => {
      const signal = AbortSignal.timeout(PING_TIMEOUT_MS);
      if (redis.status !== 'ready') await once(redis, 'ready', { signal });
      await redis.ping();
    }, PING_TIMEOUT_MS);
  }

  async admit(owner: string, limits: RateLimits, { since, bytes }: QuotaRequest = {}): Promise<Admission> {
    const { perMinute, perDay, bytesPerDay = Infinity } = limits;
    const isBounded = bytesPerDay < Infinity;
    const names = ['minute', 'day', 'epoch', 'changes', ...(isBounded ? ['bytes'] : [])];
    const keys = names.map((name) => this.#key(owner, name));
    const args = [
      perMinute,
      perDay,
      MINUTE_MS,
      DAY_MS,
      newName(),
      EPOCH_LIFE_MS,
      since?.incarnation ?? '',
      since?.sequence ?? 0,
      ...(isBounded ? checkedBytes(bytesPerDay, bytes) : []),
    ];
    const [refusedBy, minuteCount, minuteLeft, dayCount, dayLeft, incarnation, sequence, changes, stored] =
      await this.#ask((redis) => redis.quireAdmit(keys.length, ...keys, ...args));
    return {
      refusedBy: refusedBy === '' ? undefined : refusedBy,
      minute: presentWindow(perMinute, [minuteCount, minuteLeft]),
      day: presentWindow(perDay, [dayCount, dayLeft]),
      bytes: stored ? presentWindow(bytesPerDay, stored) : undefined,
      reserved: stored && refusedBy === '' ? reservationOf(bytes, stored) : undefined,
      epoch: { incarnation, sequence },
      changes: changes?.map(readChange),
    };
  }

  async reserveBytes(owner: string, limit: number, { bytes, reserved }: BytesWish): Promise<BytesOutcome> {
    const { bytes: before, leftMs } = reserved ?? NONE;
    const [granted, ...window] = await this.#ask((redis) =>
      redis.quireReserveBytes(this.#key(owner, 'bytes'), limit, DAY_MS, bytes, before, leftMs),
    );
    const isGranted = granted === 1;
    return {
      isGranted,
      window: presentWindow(limit, window),
      reserved: isGranted ? reservationOf(bytes, window) : reserved,
    };
  }

  async releaseBytes(owner: string, { bytes, leftMs }: ReservedBytes): Promise<void> {
    await this.#ask((redis) => redis.quireReleaseBytes(this.#key(owner, 'bytes'), DAY_MS, bytes, leftMs));
  }

  async admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission> {
    const key = this.#addressKey(scope, address);
    const [allowed, ...window] = await this.#ask((redis) => redis.quireAdmitAddress(key, perMinute, MINUTE_MS));
    return { allowed: allowed === 1, window: presentWindow(perMinute, window) };
  }

  /** One round trip while the window has room. */
  async admitLookUp({ scope, address, perMinute, perSecond, keyHash }: LookUp): Promise<AddressAdmission> {
    const key = this.#addressKey(scope, address);
    const windows = [perMinute, MINUTE_MS, perSecond, SECOND_MS];
    const ask = (isTaken: 0 | 1) =>
      this.#ask((redis) => redis.quireAdmitLookUp(key, `${key}:second`, ...windows, isTaken));
    const [room, ...window] = await ask(0);
    const isAllowed =
      room === 'window' ||
      (await this.wasKeySeen(keyHash)) ||
      // Only a key without a mark takes a look-up of this second: known keys leave them to unknown ones.
      (room === 'second' && (await ask(1))[0] !== '');
    return { allowed: isAllowed, window: presentWindow(perMinute, window) };
  }

  async markKeySeen(keyHash: string): Promise<void> {
    await this.#ask((redis) => redis.set(this.#metKey(keyHash), 1, 'PX', HOUR_MS));
  }

  async wasKeySeen(keyHash: string): Promise<boolean> {
    return (await this.#ask((redis) => redis.exists(this.#metKey(keyHash)))) === 1;
  }

  async bumpEpoch(owner: string, change: EpochBump, written: Written = {}): Promise<void> {
    const { created, bytes = 0, reserved = NONE, requests = 0 } = written;
    const keys = ['epoch', 'changes', 'bytes', 'minute', 'day'].map((name) => this.#key(owner, name));
    if (created) keys.push(this.#quotaKey(created));
    const changed = [writeChange(change), CHANGES_KEPT, CHANGES_LIFE_MS];
    const windows = [bytes, DAY_MS, MINUTE_MS, reserved.bytes, reserved.leftMs, requests];
    const counted = [...windows, ...(created ? [created.documentId] : [])];
    await this.#ask((redis) => redis.quireBump(keys.length, ...keys, newName(), EPOCH_LIFE_MS, ...changed, ...counted));
  }

  async reserveQuota(unit: QuotaReservation, limit: number): Promise<ReservationOutcome> {
    const reply = await this.#openQuota(unit, limit, [unit.documentId, unit.name]);
    if (reply[0] === null) return uncounted(reply);
    return { outcome: reply[1] === 1 ? 'reserved' : 'exhausted', used: reply[0] };
  }

  async readQuota(month: QuotaMonth): Promise<QuotaReading> {
    const reply = await this.#openQuota(month, 0, []);
    return reply[0] === null ? uncounted(reply) : { outcome: 'known', used: reply[0], underWay: reply[2] };
  }

  async seedQuota(month: QuotaMonth, { round, ended }: CountRound, count: number): Promise<void> {
    await this.#ask((redis) => redis.quireSeedQuota(this.#quotaKey(month), round, count - ended));
  }

  async releaseQuota(unit: QuotaReservation): Promise<void> {
    await this.#ask((redis) => redis.quireReleaseQuota(this.#quotaKey(unit), unit.documentId, unit.name));
  }

  async forgetQuota(month: QuotaMonth): Promise<void> {
    await this.#ask((redis) => redis.quireForgetQuota(this.#quotaKey(month)));
  }

  async renewQuotas(): Promise<void> {
    await this.#ask((redis) => redis.set(this.#generationKey, newName(), 'PX', GENERATION_LIFE_MS));
  }

  /** Reads the generation each time: it may just have changed, and lies in another slot of a cluster than the month. */
  async #openQuota(month: QuotaMonth, limit: number, unit: readonly string[]): Promise<ReserveReply> {
    const generation = await this.#ask((redis) =>
      redis.quireGeneration(this.#generationKey, newName(), GENERATION_LIFE_MS),
    );
    const times = [lifeOfMonthMs(month.month), this.#settleMs];
    return this.#ask((redis) => redis.quireReserveQuota(this.#quotaKey(month), limit, generation, ...times, ...unit));
  }

  /** `INFO replication` of each primary. */
  readReplication(): Promise<string[]> {
    return this.#ask((redis) => {
      const primaries = redis instanceof Redis ? [redis] : redis.nodes('master');
      return Promise.all(primaries.map((primary) => primary.info('replication')));
    });
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** The braces are the hash tag of Redis Cluster: all keys of one owner lie in one slot. */
  #key(owner: string, name: string): string {
    return `${this.#prefix}{${owner}}:${name}`;
  }

  /** The hash tag keeps both windows of an address in one slot. */
  #addressKey(scope: string, address: string): string {
    return `${this.#prefix}address:{${scope}:${address}}`;
  }

  #metKey(keyHash: string): string {
    return `${this.#prefix}met:${keyHash}`;
  }

  #quotaKey({ owner, month }: QuotaMonth): string {
    return this.#key(owner, `quota:${month}`);
  }

  get #generationKey(): string {
    return `${this.#prefix}quota-generation`;
  }

  async #ask<T>(call: (redis: Redis | Cluster) => Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    try {
      this.#writes?.hold();
      return await within(timeoutMs, call(this.#redis));
    } catch (error) {
      const cause = this.#connectionFault ?? error;
      throw new UnavailableError(`the counter store did not answer: ${String(cause)}`, { cause });
    }
  }
}

function lifeOfMonthMs(month: string): number {
  const [year = 0, monthOfYear = 0] = month.split('-').map(Number);
  return Math.max(0, Date.UTC(year, monthOfYear) - Date.now()) + MONTH_GRACE_MS;
}

const PROCESS = randomBytes(12).toString('base64url');
let names = 0;

/** Unique across calls and processes. */
function newName(): string {
  return `${PROCESS}.${(names++).toString(36)}`;
}

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let sent: NodeJS.Immediate | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = () => setImmediate(reject, new Error(`no answer within ${timeoutMs} ms`));
    // Counts from the write to the socket (`GroupedWrites`), plus one turn of the event loop: after a pause of this
    // process (garbage collection) timers run before sockets, and an answer that has arrived is not late.
    sent = setImmediate(() => {
      timer = setTimeout(late, timeoutMs);
    });
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearImmediate(sent);
    clearTimeout(timer);
  }
}
