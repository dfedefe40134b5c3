import type { Plan } from '../../domain/api-key.js';
import type { Storage } from '../../config/config.js';
import { openSharedCounters } from '../../server/backends.js';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { readOwnerUse, type OwnerUse } from '../../operations/auth/owner-use.js';
import { listApiKeys } from '../../operations/auth/api-keys.js';
import { readHeldPlan, type HeldPlan } from '../../operations/auth/owners.js';
import { bytesText } from '../process/format.js';
import { jsonText } from '../process/json-line.js';
import { KEY_COLUMNS, keyJson, planText, type ListedKey } from './key-table.js';
import type { ProcessContext } from '../process/process-context.js';
import { printTable } from '../process/print-list.js';
import type { JsonOption, Stores } from './with-records.js';

const NOT_KNOWN = 'not known here: GET /v1/limits says it, with a key of the owner';

/** `use`: undefined: nobody can tell. */
type Shown = { owner: string; held: HeldPlan; use: OwnerUse | undefined; suspended: boolean; keys: ListedKey[] };

/** Costs as much of the store as `keys list`: keys are not sorted by owner. Raises `OperatorError`. */
export async function showOwner(
  io: ProcessContext,
  { records, config }: Stores,
  { owner, json }: JsonOption & { owner: string },
): Promise<void> {
  const [held, all, suspensions] = await Promise.all([
    readHeldPlan(records, owner, config),
    listApiKeys(records),
    records.readSuspended(),
  ]);
  const suspended = suspensions.has(owner);
  const keys = all.filter((key) => key.owner === owner).map((key) => ({ ...key, suspended, held }));
  if (keys.length === 0 && held.set === null && !suspended) {
    throw new OperatorError(`no owner ${owner} is known: there is no key, no plan and no suspension of that name`);
  }
  const use = await useOf(config.storage, owner);
  const shown = { owner, held, use, suspended, keys };
  if (json) return io.print(jsonText(ownerJson(shown)));
  io.print(ownerText(shown), 'lines');
  printTable(io, KEY_COLUMNS, keys);
}

/** Undefined: the counters are away. In embedded mode the service has them in its memory. */
async function useOf(storage: Storage, owner: string): Promise<OwnerUse | undefined> {
  const counters = await openSharedCounters(storage);
  try {
    return counters && (await readOwnerUse(counters, owner, new Date()));
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  } finally {
    await counters?.close();
  }
}

function ownerJson({ owner, held, use, suspended, keys }: Shown): object {
  const { name, perMinute, perDay, documentsPerMonth, bytesPerDay = null } = held.plan;
  const limits = { per_minute: perMinute, per_day: perDay, documents_per_month: documentsPerMonth };
  return {
    owner,
    plan: name,
    plan_set: held.set,
    limits: { ...limits, bytes_per_day: bytesPerDay },
    used: use ? usedJson(use) : null,
    suspended,
    keys: keys.map(keyJson),
  };
}

/** Members are null where nobody can tell. */
function usedJson({ minute, day, bytes, documents }: OwnerUse): object {
  return { this_minute: minute, this_day: day, documents_this_month: documents, bytes_this_day: bytes };
}

function ownerText({ owner, held, use, suspended, keys }: Shown): string {
  const rows = [
    ['Owner', owner],
    ['Plan', planText(held)],
    ...limitRows(held.plan),
    ['Used', use ? useText(use) : NOT_KNOWN],
    ['State', suspended ? 'suspended: no key works, and no public page is shown' : 'active'],
    ['Keys', String(keys.length)],
  ];
  return rows.map(([name = '', text = '']) => `${name.padEnd(11)}${text}`).join('\n');
}

function limitRows({ perMinute, perDay, documentsPerMonth, bytesPerDay }: Plan): string[][] {
  const [minute, day, month] = [perMinute, perDay, documentsPerMonth].map((count) => count.toLocaleString('en'));
  return [
    ['Requests', `${minute} a minute, ${day} a day`],
    ['Documents', `${month} a month`],
    ['Stored', bytesPerDay === undefined ? 'any number of bytes a day' : `${bytesText(bytesPerDay)} a day`],
  ];
}

/** Of the windows under way. A minute and a day begin with their first request. */
function useText({ minute, day, bytes, documents }: OwnerUse): string {
  const month =
    documents === null ? 'documents not counted yet' : `${documents.toLocaleString('en')} documents this month`;
  return `${minute.toLocaleString('en')} requests this minute, ${day.toLocaleString('en')} this day, ${month}, ${bytesText(bytes)} this day`;
}
