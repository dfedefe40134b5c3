import { isUsable, type ApiKeyRecord } from '../../domain/api-key.js';
import type { HeldPlan } from '../../operations/auth/owners.js';
import { timeText, type Column } from '../process/print-list.js';

export type ListedKey = ApiKeyRecord & { suspended: boolean; held: HeldPlan };

/** Of a table whose widths follow from what is in it. */
export const KEY_COLUMNS: readonly Column<ListedKey>[] = [
  { name: 'ID', text: ({ id }) => id },
  { name: 'OWNER', text: ({ owner }) => owner },
  { name: 'PLAN', text: ({ held }) => planText(held) },
  { name: 'STATE', text: stateOf },
  { name: 'CREATED', text: ({ created }) => timeText(created) },
  { name: 'ENDS', text: (key) => timeText(endOf(key) ?? 'never') },
  { name: 'ROLES', text: ({ roles }) => roles.join(',') || 'none' },
  { name: 'LABEL', text: ({ label }) => label ?? '' },
];

/** Members of `keys list --json`. `plan`: what holds; `plan_set`: what was set for the owner, or null. */
export function keyJson({ held, ...key }: ListedKey): object {
  return { ...key, plan: held.plan.name, plan_set: held.set };
}

export function planText({ plan, set }: HeldPlan): string {
  if (set === null) return `${plan.name} (default)`;
  return set === plan.name ? set : `${plan.name} (${set} is gone)`;
}

function stateOf(key: ListedKey): string {
  if (key.revoked !== null) return 'revoked';
  if (!isUsable(key, new Date())) return 'ended';
  if (key.suspended) return 'suspended';
  return key.retires === null ? 'active' : 'rotated';
}

/** When the key stops to work, or did. */
function endOf({ revoked, retires, expires }: ListedKey): string | undefined {
  return revoked ?? [retires, expires].filter((time) => time !== null).sort()[0];
}
