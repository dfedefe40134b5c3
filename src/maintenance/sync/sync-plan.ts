import { suspensionOfKey } from '../../log/object-keys.js';
import { documentIdOfKey, type LogKind } from '../shared/sync-kinds.js';
import type { Listed } from '../shared/sync-merge.js';

/** `copy`: the target lacks it. `compare`: both have it. `guard`: the slot below a copy must equal the source's. */
export type SyncStep = { act: 'copy' | 'compare' | 'guard'; key: string };

/** The ordered tasks of one document: nothing is written after a slot that differs from the source's. */
export type DocumentSequence = { isOpen: boolean; tail: Promise<void> };
export type SyncTask = { kind: LogKind; steps: SyncStep[]; sequence: DocumentSequence };

export type Planning = {
  kind: LogKind;
  /** Compare everything that both sides have, not only what can be rewritten. */
  verify: boolean;
  /** Called for objects that both have and that are not compared. */
  onPresent(): void;
  onOnlyAtTarget(): void;
};

/** Steps of one document in a row for one worker; bounds memory for documents of any length. */
const STEPS_AT_ONCE = 100;

export function planTasks(listed: AsyncIterable<Listed>, planning: Planning): AsyncGenerator<SyncTask> {
  if (planning.kind === 'documents') return planDocuments(listed, planning);
  return planning.kind === 'suspensions' ? planSuspensions(listed, planning) : planSingly(listed, planning);
}

async function* planSingly(listed: AsyncIterable<Listed>, planning: Planning): AsyncGenerator<SyncTask> {
  for await (const each of listed) {
    const step = stepOf(each, planning);
    if (step) yield { kind: planning.kind, steps: [step], sequence: newSequence() };
  }
}

/** Copies an owner's newest suspension record first: it alone holds, so a partial copy never lifts a suspension. */
async function* planSuspensions(listed: AsyncIterable<Listed>, planning: Planning): AsyncGenerator<SyncTask> {
  const { kind } = planning;
  let owner: string | undefined;
  let steps: SyncStep[] = [];
  for await (const each of listed) {
    const next = suspensionOfKey(each.key)?.owner;
    if (next !== owner) {
      if (steps.length > 0) yield { kind, steps, sequence: newSequence() };
      [owner, steps] = [next, []];
    }
    const step = stepOf(each, planning);
    if (step) steps.unshift(step);
  }
  if (steps.length > 0) yield { kind, steps, sequence: newSequence() };
}

function stepOf({ key, at }: Listed, planning: Planning): SyncStep | undefined {
  const { kind, verify } = planning;
  if (at === 'source') return { act: 'copy', key };
  if (at === 'both' && (verify || kind === 'owners' || kind === 'keys')) return { act: 'compare', key };
  if (at === 'both') planning.onPresent();
  else planning.onOnlyAtTarget();
  return undefined;
}

async function* planDocuments(listed: AsyncIterable<Listed>, planning: Planning): AsyncGenerator<SyncTask> {
  const { kind } = planning;
  let [id, sequence, steps] = ['', newSequence(), [] as SyncStep[]];
  let below: string | undefined;
  for await (const { key, at } of listed) {
    const isSame = documentIdOfKey(key) === id;
    if (steps.length > 0 && (!isSame || steps.length >= STEPS_AT_ONCE)) {
      yield { kind, steps, sequence };
      steps = [];
    }
    if (!isSame) [id, sequence, below] = [documentIdOfKey(key), newSequence(), undefined];
    steps.push(...stepsFor(key, at, { below, verify: planning.verify }));
    below = steps.at(-1)?.key === key ? undefined : key;
    if (below !== undefined) (at === 'both' ? planning.onPresent : planning.onOnlyAtTarget)();
  }
  if (steps.length > 0) yield { kind, steps, sequence };
}

function stepsFor(
  key: string,
  at: Listed['at'],
  { below, verify }: { below: string | undefined; verify: boolean },
): SyncStep[] {
  if (at === 'both') return verify ? [{ act: 'compare', key }] : [];
  if (at === 'target') return [];
  return below === undefined
    ? [{ act: 'copy', key }]
    : [
        { act: 'guard', key: below },
        { act: 'copy', key },
      ];
}

function newSequence(): DocumentSequence {
  return { isOpen: true, tail: Promise.resolve() };
}
