import type { Logger } from './logger.js';

/** An operator's change. `keyId` names the key; the key itself and its hash are never logged. */
export type AuditChange =
  | { change: 'key created'; owner: string; keyId: string; roles: readonly string[]; expires: string | null }
  | { change: 'key rotated'; owner: string; keyId: string; newKeyId: string; graceMs: number }
  | { change: 'key revoked'; owner: string; keyId: string }
  | { change: 'plan set'; owner: string; plan: string }
  | { change: 'owner suspended' | 'owner resumed'; owner: string };

/** One line per change of keys, plans or suspensions, at any log level. `by`: the operating system's user. */
export function audit(logger: Logger, by: string, change: AuditChange): void {
  logger.child({}, { level: 'info' }).info({ ...change, by }, 'audit');
}
