import { InvalidArgumentError } from 'commander';
import { MAX_WORKERS } from '../../config/settings.js';
import { isOwnerName, ROLES, type Role } from '../../domain/api-key.js';

const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

const LABEL_CHARACTERS = 200;

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A list like `documents:read,folders:read`, or `none`. */
export function parseRoles(text: string): Role[] {
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`there is no role ${unknown.join(', ')}; roles are ${ROLES.join(', ')}, or none.`);
  }
  return [...new Set(names as Role[])];
}

export function parseOwner(text: string): string {
  if (isOwnerName(text)) return text;
  throw new InvalidArgumentError('an owner is 1 to 64 letters, digits, ".", "_" and "-", and does not begin with ".".');
}

/** Each version keeps it, and lists of versions show it. */
export function parseLabel(text: string): string {
  if (text.length <= LABEL_CHARACTERS) return text;
  throw new InvalidArgumentError(`a label has at most ${LABEL_CHARACTERS} characters.`);
}

/** An ISO 8601 date or time in the future. */
export function parseExpiry(text: string): string {
  const time = ISO_8601.test(text) ? Date.parse(text) : NaN;
  // V8 parses 31 February as 3 March.
  const isDay =
    !Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) throw new InvalidArgumentError('it must be a date like 2031-01-31, or a time of ISO 8601.');
  if (time <= Date.now()) throw new InvalidArgumentError('it must be in the future.');
  return new Date(time).toISOString();
}

/** A duration like `90s`, `24h`, `7d`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new InvalidArgumentError('it must be a length of time like 90s, 30m, 24h or 7d.');
  }
  return Number(count) * (UNITS[unit] as number);
}

/** Parses a whole number from 1 to `most`. */
export function upTo(most: number): (text: string) => number {
  return (text) => {
    const isShort = text.length <= String(most).length;
    const number = isShort && /^\d+$/.test(text) ? Number(text) : NaN;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`it must be a whole number from 1 to ${most}.`);
  };
}

export const parseWidth = upTo(256);
export const parseWorkers = upTo(MAX_WORKERS);

/** A share like `5%` or `0.5%`, as a number from 0 to 1. */
export function parseShare(text: string): number {
  const percent = Number(/^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text)?.[1]);
  if (!(percent <= 100)) throw new InvalidArgumentError('it must be a share from 0% to 100%, like 5% or 0.5%.');
  return percent / 100;
}
