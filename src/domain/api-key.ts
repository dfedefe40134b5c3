import { hash, timingSafeEqual } from 'node:crypto';
import { encodeBase62, randomBase62 } from './base62.js';

export const ROLES = ['documents:read', 'documents:write', 'folders:read', 'folders:write'] as const;
export type Role = (typeof ROLES)[number];

export type ApiKeyRecord = {
  id: string;
  owner: string;
  roles: Role[];
  label: string | null;
  created: string;
  expires: string | null;
  retires: string | null;
  revoked: string | null;
};

export type Actor = {
  keyId: string;
  label: string | null;
  owner: string;
  roles: ReadonlySet<Role>;
  /** When the key stops working; null: not known yet. */
  expires: string | null;
  plan: Plan;
  /** No plan was set for the owner, or one that is in `PLANS` no more. */
  hasDefaultPlan: boolean;
};

/** Whose documents and folders a call is about. */
export type Owned = Pick<Actor, 'owner'>;

/** Requests per window, documents created in a calendar month, and bytes stored in a day (undefined: unlimited). */
export type Plan = {
  name: string;
  perMinute: number;
  perDay: number;
  documentsPerMonth: number;
  bytesPerDay: number | undefined;
};

const PREFIX = 'dk_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^dk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** 43 random base62 characters (256 bits) and a checksum, which reveals typing errors without asking a store. */
export function newApiKey(): string {
  const secret = randomBase62(SECRET_LENGTH);
  return PREFIX + secret + checksum(secret);
}

export function isApiKey(text: string): boolean {
  const [, secret, check] = KEY_PATTERN.exec(text) ?? [];
  if (secret === undefined || check === undefined) return false;
  return timingSafeEqual(Buffer.from(check), Buffer.from(checksum(secret)));
}

export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** A revocation counts even if its time is in the future, as clocks differ. A text that is no time is past. */
export function isUsable(record: ApiKeyRecord, now: Date): boolean {
  const past = (time: string | null) => time !== null && !(Date.parse(time) > now.getTime());
  return record.revoked === null && !past(record.expires) && !past(record.retires);
}

export function isOwnerName(text: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(text);
}

function checksum(secret: string): string {
  const digest = hash('sha256', PREFIX + secret, 'buffer');
  return encodeBase62(digest.readBigUInt64BE(0), CHECKSUM_LENGTH);
}
